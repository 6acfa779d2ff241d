/**
 * Comments and replies: load, write, like, delete. A written comment appears at once and is removed if it is refused.
 */
import type { addEditComment, deleteComment, listComments, replyOnComment } from '@afterhours/contract/posts/comments';
import type { likeComment } from '@afterhours/contract/posts/likes';
import { nanoid } from '@reduxjs/toolkit';
import {
  commentGone,
  commentHidden,
  commentLikeSettled,
  commentLikeWanted,
  commentRestored,
  commentStored,
  commentWritten,
  selectCommentsState,
} from '#entities/comments/comments-slice.ts';
import { commentsReceived, postCounted, type StoredComment, splitComments } from '#entities/posts/entities.ts';
import { forgetIfGone } from '#entities/posts/post-commands.ts';
import { selectPostsState } from '#entities/posts/posts-slice.ts';
import { type CallFailure, call } from '#lib/api/client.ts';
import { forSameMember } from '#lib/api/for-same-member.ts';
import { showFailure } from '#lib/api/show-failure.ts';
import { showSuccess } from '#lib/notify.ts';
import { queueSerially } from '#lib/serial-queue.ts';
import type { AppThunk, RootState } from '#lib/store.ts';

type Place = { postId: string; parentId: string | null };

/** Loads the first page of a thread, or its next one. Returns the failure, or undefined. */
export function loadThread(place: Place, limit: number, further: boolean): AppThunk<Promise<CallFailure | undefined>> {
  return forSameMember(async (dispatch, getState) => {
    const key = place.parentId ?? place.postId;
    const { threads, version } = selectCommentsState(getState());
    const cursor = further ? threads[key]?.cursor : null;
    const response = await call<typeof listComments>('POST', '/post/commentsReplies', {
      query: { limit: String(limit), ...(cursor ? { cursor } : {}) },
      body: { post_id: place.postId, parent_id: place.parentId },
    });
    dispatch(forgetIfGone(place.postId, response));
    if (!response.ok) return response;
    const ids = response.body.map((comment) => comment._id);
    const thread = { key, ids, total: response.total, exact: true, cursor: response.nextCursor };
    dispatch(commentsReceived({ ...splitComments(response.body), thread, append: Boolean(cursor), version }));
    return undefined;
  });
}

const WHOLE_PAGE = 100;
const WHOLE_PAGES = 20;

/** Loads the rest of a thread. Of a very long one, it loads only a part; See more loads what is left. */
export function loadFullThread(place: Place): AppThunk<Promise<CallFailure | undefined>> {
  return async (dispatch, getState) => {
    const hasMore = () => selectCommentsState(getState()).threads[place.parentId ?? place.postId]?.cursor != null;
    let further = hasMore();
    for (let page = 0; page < WHOLE_PAGES; page++) {
      const failed = await dispatch(loadThread(place, WHOLE_PAGE, further));
      if (failed) return failed;
      further = hasMore();
      if (!further) break;
    }
    return undefined;
  };
}

const THREADS_SEARCHED = 30;

const isRead = (state: RootState, id: string): boolean => {
  const comment = selectCommentsState(state).comments.entities[id];
  const thread = comment && selectCommentsState(state).threads[comment.parent_id ?? comment.post_id];
  return thread?.ids.includes(id) ?? false;
};

/** Loads the replies to a comment until the reply with this id is among them. Returns whether it was found. */
function findReply(place: Place, id: string): AppThunk<Promise<boolean>> {
  return async (dispatch, getState) => {
    for (let page = 0; page < WHOLE_PAGES; page++) {
      const failed = await dispatch(loadThread(place, WHOLE_PAGE, page > 0));
      if (isRead(getState(), id)) return true;
      if (failed || !selectCommentsState(getState()).threads[place.parentId ?? '']?.cursor) return false;
    }
    return false;
  };
}

/**
 * Loads a post's comments and their replies until the comment with this id is among them. Returns whether it was found.
 */
export function findComment(postId: string, id: string): AppThunk<Promise<boolean>> {
  return async (dispatch, getState) => {
    if (isRead(getState(), id)) return true;
    await dispatch(loadFullThread({ postId, parentId: null }));
    if (isRead(getState(), id)) return true;
    const { threads, comments } = selectCommentsState(getState());
    const answered = (threads[postId]?.ids ?? []).filter((each) => (comments.entities[each]?.repliesCount ?? 0) > 0);
    for (const parentId of answered.reverse().slice(0, THREADS_SEARCHED)) {
      if (await dispatch(findReply({ postId, parentId }, id))) return true;
    }
    return false;
  };
}

function countPost(postId: string, by: number): AppThunk {
  return (dispatch, getState) => {
    const post = selectPostsState(getState()).post.entities[postId];
    if (post) dispatch(postCounted({ postId, commentsCount: post.commentsCount + by }));
  };
}

function draftComment(place: Place, userId: string, text: string): StoredComment {
  const now = new Date().toISOString();
  return {
    _id: `pending-${nanoid()}`,
    post_id: place.postId,
    parent_id: place.parentId,
    user_id: userId,
    comment: text,
    mentions: [],
    label: null,
    createdAt: now,
    updatedAt: now,
    commentLiked: false,
    likesCount: 0,
    repliesCount: 0,
    pending: true,
  };
}

/** A new comment. A repeat with the same key stores it only once. */
type NewText = { text: string; idempotencyKey: string };

/** Writes a comment, or a reply if the place has a parent. Returns the failure, or undefined. */
export function writeComment(
  place: Place,
  userId: string,
  { text, idempotencyKey }: NewText,
): AppThunk<Promise<CallFailure | undefined>> {
  return async (dispatch) => {
    const written = draftComment(place, userId, text);
    dispatch(commentWritten(written));
    dispatch(countPost(place.postId, 1));
    const body = { post_id: place.postId, comment: text };
    const response = place.parentId
      ? await call<typeof replyOnComment>('POST', '/post/replyOnCommentCreateEdit', {
          body: { ...body, parent_id: place.parentId },
          idempotencyKey,
        })
      : await call<typeof addEditComment>('POST', '/post/addEditComment', { body, idempotencyKey });
    if (!response.ok) {
      dispatch(commentStored({ temporaryId: written._id, comment: null }));
      dispatch(countPost(place.postId, -1));
      dispatch(forgetIfGone(place.postId, response));
      showFailure(response);
      return response;
    }
    const { comments, users } = splitComments([response.body]);
    dispatch(commentsReceived({ comments: [], users }));
    dispatch(commentStored({ temporaryId: written._id, comment: comments[0] ?? null }));
    dispatch(postCounted({ postId: place.postId, commentsCount: response.commentsCount }));
    showSuccess(response.message);
    return undefined;
  };
}

/** Saves the viewer's edited comment or reply. Returns the failure, or undefined. */
export function editComment(comment: StoredComment, text: string): AppThunk<Promise<CallFailure | undefined>> {
  return async (dispatch, getState) => {
    const { version } = selectCommentsState(getState());
    const body = { post_id: comment.post_id, comment: text, comment_id: comment._id };
    const response = comment.parent_id
      ? await call<typeof replyOnComment>('POST', '/post/replyOnCommentCreateEdit', {
          body: { ...body, parent_id: comment.parent_id },
        })
      : await call<typeof addEditComment>('POST', '/post/addEditComment', { body });
    if (!response.ok) {
      dispatch(forgetIfGone(comment.post_id, response));
      showFailure(response);
      return response;
    }
    dispatch(commentsReceived({ ...splitComments([response.body]), version }));
    dispatch(postCounted({ postId: comment.post_id, commentsCount: response.commentsCount }));
    showSuccess(response.message);
    return undefined;
  };
}

/** Deletes a comment with its replies. */
export function removeComment(comment: StoredComment): AppThunk<Promise<void>> {
  return async (dispatch) => {
    const gone = 1 + comment.repliesCount;
    dispatch(commentHidden(comment._id));
    dispatch(countPost(comment.post_id, -gone));
    const response = await call<typeof deleteComment>('DELETE', '/post/deleteComment/:id', {
      params: { id: comment._id },
    });
    if (response.ok) {
      dispatch(commentGone(comment._id));
      dispatch(postCounted({ postId: comment.post_id, commentsCount: response.commentsCount }));
      showSuccess(response.message);
      return;
    }
    if (response.status === 404) dispatch(commentGone(comment._id));
    else {
      dispatch(commentRestored(comment._id));
      dispatch(countPost(comment.post_id, gone));
    }
    showFailure(response);
  };
}

const likesUnderWay = new Map<string, number>();

/** Likes or unlikes a comment; the last click counts. */
export function setCommentLiked(comment: StoredComment, liked: boolean): AppThunk<Promise<void>> {
  return async (dispatch) => {
    const id = comment._id;
    dispatch(commentLikeWanted({ id, liked }));
    likesUnderWay.set(id, (likesUnderWay.get(id) ?? 0) + 1);
    const response = await queueSerially(`like ${id}`, () =>
      call<typeof likeComment>('POST', '/post/likeAndUlikeComments', {
        body: { comment_id: id, post_id: comment.post_id, status: liked },
      }),
    );
    const remaining = (likesUnderWay.get(id) ?? 1) - 1;
    if (remaining > 0) likesUnderWay.set(id, remaining);
    else likesUnderWay.delete(id);
    const like = response.ok ? { commentLiked: response.body.isLiked, likesCount: response.body.likesCount } : null;
    dispatch(commentLikeSettled({ id, like, last: remaining === 0 }));
    if (!response.ok) showFailure(response);
    dispatch(forgetIfGone(comment.post_id, response));
  };
}
