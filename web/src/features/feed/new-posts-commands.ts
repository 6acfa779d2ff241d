/** Counts new posts since a list was loaded, and loads them. */
import type { countNewPosts, listFeed } from '@afterhours/contract/feed';
import { call } from '#lib/api/client.ts';
import type { AppThunk } from '#lib/store.ts';
import { type FeedQuery, loadPostPage } from './feed-commands.ts';
import { type CountedList, countingStarted, newPostsCounted, selectNewPosts } from './new-posts-slice.ts';

const BEFORE_ALL = new Date(0).toISOString();

/** Remembers the newest post of a list; if that fails, the next call does it. */
export function startCounting(list: CountedList, query: FeedQuery): AppThunk<Promise<void>> {
  return async (dispatch) => {
    const latest = { ...query, sort: 'latest', limit: '1', likes: 'false' } as const;
    const response = await call<typeof listFeed>('GET', '/post/getAllPost', { query: latest });
    if (response.ok) dispatch(countingStarted({ list, query, since: response.body[0]?._id ?? BEFORE_ALL }));
  };
}

async function countSince(query: FeedQuery, since: string) {
  const { postType, hashtag } = query;
  return call<typeof countNewPosts>('GET', '/post/newCount', { query: { since, postType, hashtag } });
}

/** Counts the new posts of the loaded lists. */
export function recountNewPosts(): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    for (const list of ['posts', 'latestPosts'] as const) {
      const newPosts = selectNewPosts(getState(), list);
      if (!newPosts) continue;
      const response = await countSince(newPosts.query, newPosts.since);
      if (response.ok) dispatch(newPostsCounted({ list, since: newPosts.since, ...response.body }));
      // The newest post has been deleted since, so counting starts from the current newest one.
      else if (response.status === 404) await dispatch(startCounting(list, newPosts.query));
    }
  };
}

/** Reloads a list, including the new posts. */
export function loadNewPosts(list: CountedList, query: FeedQuery): AppThunk<Promise<void>> {
  return async (dispatch) => {
    await dispatch(startCounting(list, query));
    await dispatch(loadPostPage(list, query, true));
  };
}
