/** Counts new posts since a list was loaded, and loads them. */
import type { countNewPosts, listFeed } from '@afterhours/contract/feed';
import { call } from '#lib/api/client.ts';
import type { AppThunk } from '#lib/store.ts';
import { type FeedQuery, loadPostPage } from './feed-commands.ts';
import { type NewsList, newsBegun, newsCounted, selectNews } from './news-slice.ts';

const BEFORE_ALL = new Date(0).toISOString();

/** Remembers the newest post of a list; if that fails, the next call does it. */
export function beginNews(list: NewsList, query: FeedQuery): AppThunk<Promise<void>> {
  return async (dispatch) => {
    const latest = { ...query, sort: 'latest' as const, limit: '1' };
    const answer = await call<typeof listFeed>('GET', '/post/getAllPost', { query: latest });
    if (answer.ok) dispatch(newsBegun({ list, query, since: answer.body[0]?._id ?? BEFORE_ALL }));
  };
}

async function countSince(query: FeedQuery, since: string) {
  const { postType, hashtag } = query;
  return call<typeof countNewPosts>('GET', '/post/newCount', { query: { since, postType, hashtag } });
}

/** Counts the new posts of the loaded lists. */
export function countNews(): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    for (const list of ['posts', 'latestPosts'] as const) {
      const news = selectNews(getState(), list);
      if (!news) continue;
      const answer = await countSince(news.query, news.since);
      if (answer.ok) dispatch(newsCounted({ list, since: news.since, ...answer.body }));
      // The newest post has been deleted since, so counting starts from the current newest one.
      else if (answer.status === 404) await dispatch(beginNews(list, news.query));
    }
  };
}

/** Reloads a list, including the new posts. */
export function readNews(list: NewsList, query: FeedQuery): AppThunk<Promise<void>> {
  return async (dispatch) => {
    await dispatch(beginNews(list, query));
    await dispatch(loadPostPage(list, query, true));
  };
}
