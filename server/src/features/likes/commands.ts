import { commentMessages } from '@afterhours/contract/constants/comments';
import { postMessages } from '@afterhours/contract/posts';
import { loadCommentPlace } from '#access/comments.ts';
import { lockMembers } from '#access/members.ts';
import { holdPost } from '#access/posts.ts';
import { postTouched } from '#access/touched.ts';
import type { Db } from '#db/connection/pool.ts';
import type { Tx } from '#db/events.ts';
import { combine } from '#db/statements/combine.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { notFound } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';
import { commentLiked, commentUnliked, postLiked, postUnliked } from './events.ts';
import { type LikedPost, type PostLike, selectLikesCounts, setPostLikes } from './post-like-queries.ts';
import { deleteCommentLike, insertCommentLike, selectCommentLikesCount } from './queries.ts';

type Liked = { isLiked: boolean; likesCount: number };

/** The result of one like: the count, or that the post is not visible to the member. */
type Outcome = Liked | null;

/**
 * Returns the number of likes of each caller's post, as its member sees them. Counted anew only where likes are hidden.
 */
async function countLikes(db: Db, likes: readonly PostLike[], posts: readonly (LikedPost | null)[]): Promise<number[]> {
  const counts = posts.map((post) => post?.likes ?? 0);
  const places = [...posts.keys()].filter((index) => posts[index]?.seesAll === false);
  if (places.length === 0) return counts;
  const seen = await selectLikesCounts(
    db,
    likes.filter((_like, index) => places.includes(index)),
  );
  return counts.map((count, index) => seen[places.indexOf(index)] ?? count);
}

function likeAll(services: Services, likes: readonly PostLike[], computed: () => void): Promise<Outcome[]> {
  const work = async (tx: Tx): Promise<Outcome[]> => {
    const posts = await setPostLikes(tx.db, likes);
    const changesTo = (given: boolean) =>
      likes.flatMap(({ postId, userId, status }, index) => {
        const post = posts[index];
        return post?.hasChanged && status === given ? [{ postId, ownerId: post.ownerId, actorId: userId }] : [];
      });
    const [given, taken] = [changesTo(true), changesTo(false)];
    // Owners are notified of likes first, then of removed ones, so that their counts are locked in one order for both.
    if (given.length > 0 && taken.length > 0)
      await lockMembers(
        tx.db,
        [...given, ...taken].map(({ ownerId }) => ownerId),
      );
    await tx.emitAll(postLiked, given);
    await tx.emitAll(postUnliked, taken);
    await tx.emitAll(postTouched, [...given, ...taken]);
    const counts = await countLikes(tx.db, likes, posts);
    return likes.map(({ status }, index) =>
      posts[index] === null ? null : { isLiked: status, likesCount: counts[index] ?? 0 },
    );
  };
  return inTransaction(services, work, computed);
}

/**
 * Returns a function that sets a member's like of a post; a repeat changes nothing. It returns the exact count, and
 * throws 404 when the post is not visible. Concurrent likes are committed together.
 */
export function createLiking(services: Services) {
  const set = combine<PostLike, Outcome>({
    run: (likes, computed) => likeAll(services, likes, computed),
    keyOf: ({ postId, userId }) => `${postId}/${userId}`,
  });
  return async (userId: string, postId: string, status: boolean): Promise<Liked> => {
    const outcome = await set({ postId, userId, status });
    if (outcome === null) throw notFound(postMessages.notFound);
    return outcome;
  };
}

/** The same for a comment; with `postId` given, the comment has to belong to that post. */
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
      await tx.emit(postTouched, { postId: comment.postId });
    }
    return { isLiked: status, likesCount: await selectCommentLikesCount(tx.db, commentId, userId) };
  });
}
