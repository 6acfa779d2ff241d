/**
 * What members do with posts: load, publish, like, delete. Likes and deletions are shown at once and rolled back if
 * they are refused.
 */
import type { RouteInput } from '@afterhours/contract/base/route';
import type { likePost } from '@afterhours/contract/posts/likes';
import type { createPost, deletePost, getPost, updatePost } from '@afterhours/contract/posts/posts';
import { type CallResult, call } from '#lib/api/client.ts';
import { showFailure } from '#lib/api/show-failure.ts';
import { showSuccess } from '#lib/notify.ts';
import { queueSerially } from '#lib/serial-queue.ts';
import type { AppThunk } from '#lib/store.ts';
import { postsReceived } from './entities.ts';
import {
  likeSettled,
  likeWanted,
  postDismissed,
  postGone,
  postHidden,
  postLeaving,
  postPublished,
  postRestored,
} from './posts-slice.ts';
import { requestPosts } from './request-posts.ts';
import { afterUnsent } from './unsent-forms.ts';

/** Removes a post that no longer exists from every list, once nothing unsent is written in its forms. */
export function removePost(id: string): AppThunk {
  return (dispatch) => {
    const waits = afterUnsent(id, () => dispatch(postGone(id)));
    if (waits) dispatch(postLeaving(id));
  };
}

/** Loads a post into the store. */
export function loadPost(id: string): AppThunk<Promise<CallResult<typeof getPost>>> {
  return async (dispatch) => {
    const response = await dispatch(requestPosts(() => call<typeof getPost>('GET', '/post/:id', { params: { id } })));
    if (!response.ok && response.status === 404) dispatch(removePost(id));
    return response;
  };
}

/** Dispatched after a call about a post: a post that no longer exists is removed from every list. */
export function forgetIfGone(postId: string, response: { ok: boolean; status?: number }): AppThunk {
  return (dispatch) => {
    // A 404 response may also mean a part of the post, such as a comment.
    if (!response.ok && response.status === 404) void dispatch(loadPost(postId));
  };
}

const likesUnderWay = new Map<string, number>();

/** Likes or unlikes a post. Quick clicks reach the server in order, and the last one counts. */
export function setPostLiked(postId: string, isLiked: boolean): AppThunk<Promise<void>> {
  return async (dispatch) => {
    dispatch(likeWanted({ postId, isLiked }));
    likesUnderWay.set(postId, (likesUnderWay.get(postId) ?? 0) + 1);
    const response = await queueSerially(`like ${postId}`, () =>
      call<typeof likePost>('POST', '/post/likeUnlike', { body: { post_id: postId, status: isLiked } }),
    );
    const remaining = (likesUnderWay.get(postId) ?? 1) - 1;
    if (remaining > 0) likesUnderWay.set(postId, remaining);
    else likesUnderWay.delete(postId);
    const like = response.ok ? { isLiked: response.body.isLiked, likesCount: response.body.likesCount } : null;
    dispatch(likeSettled({ postId, like, last: remaining === 0 }));
    if (!response.ok) showFailure(response);
    dispatch(forgetIfGone(postId, response));
  };
}

export type PublishBody = RouteInput<typeof createPost>['body'];

/** Saves the viewer's edited post, wherever it is shown. */
export function savePost(
  body: RouteInput<typeof updatePost>['body'],
): AppThunk<Promise<CallResult<typeof updatePost>>> {
  return requestPosts(() => call<typeof updatePost>('POST', '/post/update', { body }));
}

/**
 * Publishes a post and puts it first in the feed; a post with a time is scheduled. Repeating the key creates no second
 * one.
 */
export function publishPost(
  body: PublishBody,
  idempotencyKey: string,
): AppThunk<Promise<CallResult<typeof createPost>>> {
  return async (dispatch) => {
    const response = await call<typeof createPost>('POST', '/post/create', { body, idempotencyKey });
    if (response.ok && !('scheduled' in response.body)) {
      dispatch(postsReceived([response.body]));
      dispatch(postPublished({ postId: response.body._id, userId: response.body.user_id }));
    }
    return response;
  };
}

/** Deletes the viewer's post. */
export function deleteOwnPost(id: string): AppThunk<Promise<void>> {
  return async (dispatch) => {
    dispatch(postHidden(id));
    const response = await call<typeof deletePost>('DELETE', '/post/delete/:id', { params: { id } });
    // It is already gone, which is what the viewer wanted.
    if (response.ok || response.status === 404) {
      dispatch(postDismissed(id));
      showSuccess(response.message);
    } else {
      dispatch(postRestored(id));
      showFailure(response);
    }
  };
}
