/** Counting what is new since a list was loaded. */
import type { countNewPosts } from '@afterhours/contract/feed';
import { call } from '#lib/api/client.ts';
import type { AppThunk } from '#lib/store.ts';
import type { FeedQuery } from './feed-commands.ts';
import { type NewsList, newsCounted, selectNews } from './news-slice.ts';

/** Counts what is new in one of the loaded lists. */
function countNewsOf(list: NewsList): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const news = selectNews(getState(), list);
    if (!news) return;
    const { postType, hashtag } = JSON.parse(news.query) as FeedQuery;
    const query = { since: news.since, postType, hashtag };
    const answer = await call<typeof countNewPosts>('GET', '/post/newCount', { query });
    if (answer.ok) dispatch(newsCounted({ list, since: news.since, ...answer.body }));
  };
}

/** Counts what is new in the loaded lists. */
export function countNews(): AppThunk<Promise<void>> {
  return async (dispatch) => {
    await dispatch(countNewsOf('posts'));
    await dispatch(countNewsOf('latestPosts'));
  };
}
