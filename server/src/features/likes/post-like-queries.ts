/** Queries for likes of posts by several members at once. Each step is one statement over pairs of post and member. */
import { type RawBuilder, sql } from 'kysely';
import { hiddenLikesCountFor } from '#access/hidden-counts.ts';
import { lockedMembers } from '#access/members.ts';
import { seesEveryone } from '#access/sees-less.ts';
import { postVisibleTo } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import { anyValue, prepare } from '#db/statements/prepared.ts';
import { isStored } from '#db/statements/put-away.ts';

export type PostLikeKey = { postId: string; userId: string };
/** The requested state of a like: set, or removed. */
export type PostLike = PostLikeKey & { status: boolean };
type Pairs = { postIds: string[]; userIds: string[] };

const toPairs = (pairs: readonly PostLikeKey[]): Pairs => ({
  postIds: pairs.map(({ postId }) => postId),
  userIds: pairs.map(({ userId }) => userId),
});

const asRows = ({ postIds, userIds }: Pairs): RawBuilder<unknown> =>
  sql`unnest(${anyValue(sql`${postIds}::uuid[]`)}, ${anyValue(sql`${userIds}::uuid[]`)})
    WITH ORDINALITY AS pair(post_id, user_id, ordinal)`;

const VIEWER = sql.ref('pair.user_id');

type SetRow = { ordinal: number; owner_id: string; likes: number; sees_all: boolean; given: boolean };

const giveLikes = prepare<Pairs & { statuses: boolean[] }, SetRow>(
  'likes-give',
  ({ postIds, userIds, statuses }) => sql<SetRow>`
    WITH pair AS MATERIALIZED (
      SELECT * FROM unnest(${anyValue(sql`${postIds}::uuid[]`)}, ${anyValue(sql`${userIds}::uuid[]`)},
        ${anyValue(sql`${statuses}::boolean[]`)}) WITH ORDINALITY AS given(post_id, user_id, status, ordinal)
    ), people AS MATERIALIZED (
      ${lockedMembers(sql`SELECT pair.user_id FROM pair UNION SELECT p.user_id FROM pair JOIN posts p
        ON p.id = pair.post_id`)}
    ), wanted AS MATERIALIZED (
      SELECT pair.ordinal, pair.post_id, pair.user_id, pair.status, p.user_id AS owner_id, p.likes_count AS likes,
        ${seesEveryone(VIEWER)} AS sees_all
      FROM pair JOIN people liking ON liking.id = pair.user_id JOIN posts p ON p.id = pair.post_id
      WHERE ${postVisibleTo(VIEWER)} ORDER BY p.id FOR NO KEY UPDATE OF p
    ), given AS (
      INSERT INTO post_likes (post_id, user_id) SELECT post_id, user_id FROM wanted WHERE status ORDER BY 1, 2
      ON CONFLICT DO NOTHING RETURNING post_id, user_id
    )
    SELECT wanted.ordinal::integer AS ordinal, wanted.owner_id, wanted.likes, wanted.sees_all,
      (wanted.post_id, wanted.user_id) IN (SELECT post_id, user_id FROM given) AS given
    FROM wanted`,
);

type Row = { post_id: string; user_id: string };

const takeBackLikes = prepare<Pairs, Row>(
  'likes-take-back',
  (pairs) => sql<Row>`
    WITH forgotten AS (
      DELETE FROM put_away_rows away USING ${asRows(pairs)}
      WHERE ${isStored('post_likes', { userId: VIEWER, subjectId: sql.ref('pair.post_id') })}
    )
    DELETE FROM post_likes l USING ${asRows(pairs)} WHERE l.post_id = pair.post_id AND l.user_id = pair.user_id
    RETURNING l.post_id, l.user_id`,
);

/** A post after a like was set: its owner, its number of likes, and whether the member sees all of them. */
export type LikedPost = { ownerId: string; likes: number; seesAll: boolean; hasChanged: boolean };

const keyOf = (postId: string, userId: string): string => `${postId}/${userId}`;

/**
 * Sets likes, at most one per member and post. Locks the members who like and the posts' owners, then the posts, always
 * in the same order, so that nobody else changes their counts until the transaction ends. Returns the post of each
 * like; null if it is not visible to the member.
 */
export async function setPostLikes(db: Db, likes: readonly PostLike[]): Promise<(LikedPost | null)[]> {
  const rows = await giveLikes(db, { ...toPairs(likes), statuses: likes.map(({ status }) => status) });
  const found = new Map(rows.map((row) => [row.ordinal, row]));
  const removals = likes.filter(({ status }, index) => !status && found.has(index + 1));
  // This runs after the posts are locked, in a statement of its own: a statement does not see what others committed,
  // such as a removed like, while it waited for a lock.
  const removed = removals.length > 0 ? await takeBackLikes(db, toPairs(removals)) : [];
  const removedKeys = new Set(removed.map((row) => keyOf(row.post_id, row.user_id)));
  const changes = new Map<string, number>();
  const set = likes.map(({ postId, userId, status }, index) => {
    const row = found.get(index + 1);
    if (!row) return null;
    const hasChanged = status ? row.given : removedKeys.has(keyOf(postId, userId));
    if (hasChanged) changes.set(postId, (changes.get(postId) ?? 0) + (status ? 1 : -1));
    return { ownerId: row.owner_id, likes: row.likes, seesAll: row.sees_all, hasChanged };
  });
  return set.map(
    (post, index) => post && { ...post, likes: post.likes + (changes.get(likes[index]?.postId ?? '') ?? 0) },
  );
}

const selectCounts = prepare<Pairs, { ordinal: number; count: number }>(
  'like-counts',
  (pairs) => sql<{ ordinal: number; count: number }>`
    SELECT pair.ordinal::integer AS ordinal, p.likes_count - ${hiddenLikesCountFor(VIEWER, sql.ref('p.id'))} AS count
    FROM ${asRows(pairs)} JOIN posts p ON p.id = pair.post_id`,
);

/** Returns the number of likes of each pair's post, as the member sees them. */
export async function selectLikesCounts(db: Db, pairs: readonly PostLikeKey[]): Promise<number[]> {
  const counts = new Map((await selectCounts(db, toPairs(pairs))).map((row) => [row.ordinal, row.count]));
  return pairs.map((_pair, index) => counts.get(index + 1) ?? 0);
}
