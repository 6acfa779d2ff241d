/** Rating a post. The star shows at once and goes back to the one before if refused; the last press stands. */
import type { setRating } from '@afterhours/contract/ratings';
import type { StoredPost } from '#features/posts/entities.ts';
import { markHeard, markSettled, markWanted } from '#features/posts/posts-slice.ts';
import { call } from '#lib/client.ts';
import { inOrder, isUnderWay } from '#lib/in-order.ts';
import { showError, showSuccess } from '#lib/notify.ts';
import type { AppThunk } from '#lib/store.ts';

/** Rates a post with one to five stars. */
export function ratePost(post: Pick<StoredPost, '_id' | 'user_id'>, rating: number): AppThunk<Promise<void>> {
  return async (dispatch) => {
    const postId = post._id;
    dispatch(markWanted({ postId, marks: { ratingOfPost: rating } }));
    const key = `rating ${postId}`;
    const answer = await inOrder(key, async () => {
      const body = { _id: postId, user_id: post.user_id, rating };
      const sent = await call<typeof setRating>('PUT', '/post/rating', { body });
      if (sent.ok) {
        const { ratingOfPost, averageRating, ratingsCount } = sent.body;
        dispatch(markHeard({ postId, wanted: 'ratingOfPost', marks: { ratingOfPost, averageRating, ratingsCount } }));
      }
      return sent;
    });
    if (isUnderWay(key)) return;
    dispatch(markSettled({ postId, wanted: 'ratingOfPost' }));
    if (answer.ok) showSuccess(answer.message);
    else showError(answer.message);
  };
}
