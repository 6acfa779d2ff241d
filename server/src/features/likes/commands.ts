import { commentMessages } from '@afterhours/contract/comments';
import { postMessages } from '@afterhours/contract/posts';
import { combine } from '#db/combine.ts';
import type { Tx } from '#db/events.ts';
import type { Db } from '#db/pool.ts';
import { inTransaction } from '#db/transaction.ts';
import { loadCommentPlace } from '#features/comments/loaders.ts';
import { lockMembers } from '#features/people/loaders.ts';
import { holdPost } from '#features/posts/loaders.ts';
import { notFound } from '#http/errors.ts';
import type { Services } from '#services.ts';
import { commentLiked, commentUnliked, postLiked, postUnliked } from './events.ts';
import {
  deletePostLikes,
  type HeldPost,
  holdPostsOf,
  insertPostLikes,
  type Pair,
  selectLikesCounts,
} from './post-like-queries.ts';
import { deleteCommentLike, insertCommentLike, selectCommentLikesCount } from './queries.ts';

type Liked = { isLiked: boolean; likesCount: number };

type PostLike = Pair & { status: boolean };
/** What came of one like: how it stands now, or that the post is not there for its member. */
type Outcome = Liked | null;

type Counting = { likes: readonly PostLike[]; held: readonly (HeldPost | null)[] };

/** How many likes each one's post has now, as its member sees them. Read again only for whom others' likes are hidden. */
async function countLikes(
  db: Db,
  { likes, held }: Counting,
  liked: readonly Pair[],
  unliked: readonly Pair[],
): Promise<number[]> {
  const changes = new Map<string, number>();
  for (const { postId } of liked) changes.set(postId, (changes.get(postId) ?? 0) + 1);
  for (const { postId } of unliked) changes.set(postId, (changes.get(postId) ?? 0) - 1);
  const counts = likes.map(({ postId }, index) => (held[index]?.likes ?? 0) + (changes.get(postId) ?? 0));
  const places = [...likes.keys()].filter((index) => held[index]?.seesAll === false);
  if (places.length === 0) return counts;
  const seen = await selectLikesCounts(
    db,
    likes.filter((_like, index) => places.includes(index)),
  );
  return counts.map((count, index) => seen[places.indexOf(index)] ?? count);
}

function setPostLikes(services: Services, likes: readonly PostLike[], computed: () => void): Promise<Outcome[]> {
  const work = async (tx: Tx): Promise<Outcome[]> => {
    const held = await holdPostsOf(tx.db, likes);
    const ownerOf = new Map<string, string>();
    for (const [index, { postId }] of likes.entries()) {
      const post = held[index];
      if (post) ownerOf.set(postId, post.ownerId);
    }
    const there = likes.filter((_like, index) => held[index] !== null);
    const toEvent = ({ postId, userId }: Pair) => ({ postId, ownerId: ownerOf.get(postId) ?? '', actorId: userId });
    const liked = await insertPostLikes(
      tx.db,
      there.filter(({ status }) => status),
    );
    const unliked = await deletePostLikes(
      tx.db,
      there.filter(({ status }) => !status),
    );
    const [given, taken] = [liked.map(toEvent), unliked.map(toEvent)];
    // Owners are told of the ones, then of the others: their counts are taken in one order for both.
    if (given.length > 0 && taken.length > 0)
      await lockMembers(
        tx.db,
        [...given, ...taken].map(({ ownerId }) => ownerId),
      );
    await tx.emitAll(postLiked, given);
    await tx.emitAll(postUnliked, taken);
    const counts = await countLikes(tx.db, { likes, held }, liked, unliked);
    return likes.map(({ status }, index) =>
      held[index] === null ? null : { isLiked: status, likesCount: counts[index] ?? 0 },
    );
  };
  return inTransaction(services, work, computed);
}

/**
 * Says how a member's like of a post is set; a repeat changes nothing. Gives the exact count; 404 when the post is not
 * there. Likes that come together are committed together.
 */
export function createLiking(services: Services) {
  const set = combine<PostLike, Outcome>({
    run: (likes, computed) => setPostLikes(services, likes, computed),
    keyOf: ({ postId, userId }) => `${postId}/${userId}`,
  });
  return async (userId: string, postId: string, status: boolean): Promise<Liked> => {
    const outcome = await set({ postId, userId, status });
    if (outcome === null) throw notFound(postMessages.notFound);
    return outcome;
  };
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
