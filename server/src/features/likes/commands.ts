import { commentMessages } from '@afterhours/contract/constants/comments';
import { postMessages } from '@afterhours/contract/posts/posts';
import { loadVisibleComment } from '#access/comments.ts';
import { lockCounters } from '#access/members.ts';
import { lockPostForChild } from '#access/posts.ts';
import { postTouched } from '#access/touched.ts';
import type { Db } from '#db/connection/pool.ts';
import type { Tx } from '#db/events.ts';
import { batchCalls } from '#db/statements/batch-calls.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { notFound } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';
import { commentLiked, commentUnliked, postLiked, postUnliked } from './events.ts';
import { type LikedPost, type PostLike, selectLikesCounts, setPostLikes } from './post-like-queries.ts';
import { deleteCommentLike, insertCommentLike, selectCommentLikesCount } from './queries.ts';

type Liked = { isLiked: boolean; likesCount: number };

/** The result of one like: the member's state and the count; null if the member cannot see the post. */
type Outcome = Liked | null;

/**
 * Returns the number of likes of each caller's post, as that member sees it. Recounts only where some likes are hidden.
 */
async function countLikes(db: Db, likes: readonly PostLike[], posts: readonly (LikedPost | null)[]): Promise<number[]> {
  const counts = posts.map((post) => post?.likes ?? 0);
  const incomplete = [...posts.keys()].filter((index) => posts[index]?.seesAll === false);
  if (incomplete.length === 0) return counts;
  const seen = await selectLikesCounts(
    db,
    likes.filter((_like, index) => incomplete.includes(index)),
  );
  return counts.map((count, index) => seen[incomplete.indexOf(index)] ?? count);
}

function likeAll(services: Services, likes: readonly PostLike[], readyToCommit: () => void): Promise<Outcome[]> {
  const work = async (tx: Tx): Promise<Outcome[]> => {
    const posts = await setPostLikes(tx.db, likes);
    const changesTo = (wanted: boolean) =>
      likes.flatMap(({ postId, userId, status }, index) => {
        const post = posts[index];
        return post?.hasChanged && status === wanted ? [{ postId, ownerId: post.ownerId, actorId: userId }] : [];
      });
    const [added, removed] = [changesTo(true), changesTo(false)];
    // Owners are notified of new likes first and then of removed ones, so their counts are locked in one order for
    // both.
    if (added.length > 0 && removed.length > 0)
      await lockCounters(
        tx.db,
        [...added, ...removed].map(({ ownerId }) => ownerId),
      );
    await tx.emitAll(postLiked, added);
    await tx.emitAll(postUnliked, removed);
    await tx.emitAll(postTouched, [...added, ...removed]);
    const counts = await countLikes(tx.db, likes, posts);
    return likes.map(({ status }, index) =>
      posts[index] === null ? null : { isLiked: status, likesCount: counts[index] ?? 0 },
    );
  };
  return inTransaction(services, work, readyToCommit);
}

/**
 * Returns a function that sets a member's like of a post; a repeat changes nothing. It returns the exact count, and
 * throws a 404 if the post is not visible. Concurrent likes are committed together.
 */
export function createLiking(services: Services) {
  const set = batchCalls<PostLike, Outcome>({
    run: (likes, readyToCommit) => likeAll(services, likes, readyToCommit),
    keyOf: ({ postId, userId }) => `${postId}/${userId}`,
  });
  return async (userId: string, postId: string, status: boolean): Promise<Liked> => {
    const outcome = await set({ postId, userId, status });
    if (outcome === null) throw notFound(postMessages.notFound);
    return outcome;
  };
}

/** Sets a member's like of a comment. If `postId` is given, the comment must belong to that post. */
export function setCommentLike(
  services: Services,
  userId: string,
  target: { commentId: string; postId: string | null },
  status: boolean,
): Promise<Liked> {
  return inTransaction(services, async (tx) => {
    const comment = await loadVisibleComment(tx.db, userId, target.commentId);
    if (!comment || (target.postId !== null && target.postId !== comment.postId))
      throw notFound(commentMessages.notFound);
    await lockPostForChild(tx.db, userId, comment.postId);
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
      await tx.emit(postTouched, { postId: comment.postId });
    }
    return { isLiked: status, likesCount: await selectCommentLikesCount(tx.db, commentId, userId) };
  });
}
