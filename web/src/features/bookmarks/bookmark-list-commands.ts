/** Loads the viewer's bookmarks. */
import type { listFeed } from '@afterhours/contract/feed';
import { requestPosts } from '#entities/posts/request-posts.ts';
import { call } from '#lib/api/client.ts';
import { endAsFailed } from '#lib/api/end-as-failed.ts';
import type { AppThunk } from '#lib/store.ts';
import { bookmarksFailed, bookmarksLoaded, bookmarksRequested, selectBookmarkList } from './bookmark-list-slice.ts';

const PAGE_SIZE = '10';

/** Loads the first page (`fresh`) or the next one. A page that is requested twice is loaded once. */
export function loadBookmarks(fresh: boolean): AppThunk<Promise<void>> {
  return endAsFailed(async (dispatch, getState) => {
    const loaded = selectBookmarkList(getState());
    const cursor = fresh ? null : loaded.cursor;
    if (loaded.status === 'loading' || (!fresh && cursor === null)) return;
    dispatch(bookmarksRequested());
    const query = { bookmark: 'true', limit: PAGE_SIZE, likes: 'false', cursor: cursor ?? undefined } as const;
    const response = await dispatch(requestPosts(() => call<typeof listFeed>('GET', '/post/getAllPost', { query })));
    if (!response.ok) {
      dispatch(bookmarksFailed(response.message));
      return;
    }
    dispatch(bookmarksLoaded({ ids: response.body.map(({ _id }) => _id), cursor: response.nextCursor, fresh }));
  }, bookmarksFailed);
}
