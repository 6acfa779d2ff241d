import type { listPopularPosts } from '@afterhours/contract/feed';
import { postsReceived } from '#entities/posts/entities.ts';
import { listFailed, listLoaded } from '#entities/posts/posts-slice.ts';
import { call } from '#lib/api/client.ts';
import { logFailure } from '#lib/log.ts';
import type { AppThunk } from '#lib/store.ts';

const list = 'popularPosts';

/** Loads the most engaged posts of the past 24 hours; the previous ones stay until then. A failure is only logged. */
export function loadPopularPosts(): AppThunk<Promise<void>> {
  return async (dispatch) => {
    const answer = await call<typeof listPopularPosts>('GET', '/post/popular', { query: { likes: 'false' } });
    if (!answer.ok) {
      logFailure('Popular posts', answer.message);
      dispatch(listFailed({ list, query: '', message: answer.message }));
      return;
    }
    dispatch(postsReceived(answer.body));
    const ids = answer.body.map(({ _id }) => _id);
    dispatch(listLoaded({ list, query: '', ids, cursor: null, fresh: true }));
  };
}
