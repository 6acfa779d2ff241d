import type { listMostEngagedPosts } from '@afterhours/contract/feed';
import { listFailed, listLoaded } from '#entities/posts/posts-slice.ts';
import { requestPosts } from '#entities/posts/request-posts.ts';
import { call } from '#lib/api/client.ts';
import { forSameMember } from '#lib/api/for-same-member.ts';
import { logFailure } from '#lib/log.ts';
import type { AppThunk } from '#lib/store.ts';

const list = 'popularPosts';

/** Loads the most engaged posts of the past 24 hours; the previous ones stay until then. A failure is only logged. */
export function loadPopularPosts(): AppThunk<Promise<void>> {
  return forSameMember(async (dispatch) => {
    const response = await dispatch(
      requestPosts(() => call<typeof listMostEngagedPosts>('GET', '/post/popular', { query: { likes: 'false' } })),
    );
    if (!response.ok) {
      logFailure('Popular posts', response.message);
      dispatch(listFailed({ list, query: '', message: response.message }));
      return;
    }
    const ids = response.body.map(({ _id }) => _id);
    dispatch(listLoaded({ list, query: '', ids, cursor: null, fresh: true }));
  });
}
