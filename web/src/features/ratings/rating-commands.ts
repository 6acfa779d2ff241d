/**
 * Commands that rate a post. The star is shown at once and rolled back if the server rejects it; the last click wins.
 */
import type { deleteRating, setRating } from '@afterhours/contract/posts/ratings';
import type { StoredPost } from '#entities/posts/entities.ts';
import { forgetIfGone } from '#entities/posts/post-commands.ts';
import { viewerStateReceived, viewerStateSettled, viewerStateWanted } from '#entities/posts/posts-slice.ts';
import { call } from '#lib/api/client.ts';
import { showFailure } from '#lib/api/show-failure.ts';
import { showSuccess } from '#lib/notify.ts';
import { isQueued, queueSerially } from '#lib/serial-queue.ts';
import type { AppThunk } from '#lib/store.ts';

type Rated = Pick<StoredPost, '_id' | 'user_id'>;

/** Sets the viewer's stars; null removes them. */
function changeRating(post: Rated, rating: number | null): AppThunk<Promise<void>> {
  return async (dispatch) => {
    const postId = post._id;
    dispatch(viewerStateWanted({ postId, viewerState: { ratingOfPost: rating ?? 0 } }));
    const key = `rating ${postId}`;
    const response = await queueSerially(key, async () => {
      const sent =
        rating === null
          ? await call<typeof deleteRating>('DELETE', '/post/rating/:postId', { params: { postId } })
          : await call<typeof setRating>('PUT', '/post/rating', {
              body: { _id: postId, user_id: post.user_id, rating },
            });
      if (sent.ok) {
        const { ratingOfPost, averageRating, ratingsCount } = sent.body;
        dispatch(
          viewerStateReceived({
            postId,
            wanted: 'ratingOfPost',
            viewerState: { ratingOfPost, averageRating, ratingsCount },
          }),
        );
      }
      return sent;
    });
    if (isQueued(key)) return;
    dispatch(viewerStateSettled({ postId, wanted: 'ratingOfPost' }));
    if (response.ok) showSuccess(response.message);
    else showFailure(response);
    dispatch(forgetIfGone(postId, response));
  };
}

/** Rates a post with one to five stars. */
export const ratePost = (post: Rated, rating: number): AppThunk<Promise<void>> => changeRating(post, rating);

/** Removes the viewer's stars from a post. */
export const removeRating = (post: Rated): AppThunk<Promise<void>> => changeRating(post, null);
