import { commentMessages } from '@afterhours/contract/comments';
import { inTransaction } from '#db/transaction.ts';
import { loadCommentPlace } from '#features/comments/loaders.ts';
import { holdPost } from '#features/posts/loaders.ts';
import { notFound } from '#http/errors.ts';
import type { Services } from '#services.ts';
import { commentLiked, commentUnliked, postLiked, postUnliked } from './events.ts';
import { loadLikesCount } from './loaders.ts';
import {
  deleteCommentLike,
  deletePostLike,
  insertCommentLike,
  insertPostLike,
  selectCommentLikesCount,
} from './queries.ts';

type Liked = { isLiked: boolean; likesCount: number };

/** Sets whether a member likes a post; a repeat changes nothing. Returns the exact count. 404 when it is not there. */
export function setPostLike(services: Services, userId: string, postId: string, status: boolean): Promise<Liked> {
  return inTransaction(services, async (tx) => {
    const post = await holdPost(tx.db, userId, postId);
    const changed = status ? await insertPostLike(tx.db, postId, userId) : await deletePostLike(tx.db, postId, userId);
    if (changed) await tx.emit(status ? postLiked : postUnliked, { postId, ownerId: post.userId, actorId: userId });
    return { isLiked: status, likesCount: await loadLikesCount(tx.db, postId, userId) };
  });
}

/** The same for a comment; with `postId` given, the comment has to be one of that post's. */
export function setCommentLike(
  services: Services,
  userId: string,
  target: { commentId: string; postId: string | null },
  status: boolean,
): Promise<Liked> {
  return inTransaction(services, async (tx) => {
    const comment = await loadCommentPlace(tx.db, userId, target.commentId);
    if (!comment || (target.postId !== null && target.postId !== comment.postId))
      throw notFound(commentMessages.notFound);
    await holdPost(tx.db, userId, comment.postId);
    const { commentId } = target;
    const changed = status
      ? await insertCommentLike(tx.db, commentId, userId)
      : await deleteCommentLike(tx.db, commentId, userId);
    if (changed) {
      await tx.emit(status ? commentLiked : commentUnliked, {
        commentId,
        postId: comment.postId,
        ownerId: comment.userId,
        actorId: userId,
      });
    }
    return { isLiked: status, likesCount: await selectCommentLikesCount(tx.db, commentId, userId) };
  });
}
