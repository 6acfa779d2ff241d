/** Likes of posts, of several members at once: each step is one statement over pairs of post and member. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/pool.ts';
import { anyValue, prepare } from '#db/prepared.ts';
import { hiddenLikesFrom, postVisibleTo, seesEverybody } from '#features/moderation/loaders.ts';
import { heldMembers } from '#features/people/loaders.ts';

export type Pair = { postId: string; userId: string };
type Pairs = { postIds: string[]; userIds: string[] };

const toPairs = (pairs: readonly Pair[]): Pairs => ({
  postIds: pairs.map(({ postId }) => postId),
  userIds: pairs.map(({ userId }) => userId),
});

const asRows = ({ postIds, userIds }: Pairs): RawBuilder<unknown> =>
  sql`unnest(${anyValue(sql`${postIds}::uuid[]`)}, ${anyValue(sql`${userIds}::uuid[]`)})
    WITH ORDINALITY AS pair(post_id, user_id, place)`;

const VIEWER = sql.ref('pair.user_id');

type HeldRow = { place: number; owner_id: string; likes: number; sees_all: boolean };

const holdPosts = prepare<Pairs, HeldRow>(
  'like-hold',
  (pairs) => sql<HeldRow>`
    WITH people AS MATERIALIZED (${heldMembers(sql`SELECT pair.user_id FROM ${asRows(pairs)}
      UNION SELECT p.user_id FROM ${asRows(pairs)} JOIN posts p ON p.id = pair.post_id`)})
    SELECT pair.place::integer AS place, p.user_id AS owner_id, p.likes_count AS likes, ${seesEverybody(VIEWER)} AS sees_all
    FROM ${asRows(pairs)} JOIN people liking ON liking.id = pair.user_id JOIN posts p ON p.id = pair.post_id
    WHERE ${postVisibleTo(VIEWER)} ORDER BY p.id FOR NO KEY UPDATE OF p`,
);

/** A pair's post: whose it is, how many like it before the pairs are written, and whether the member sees them all. */
export type HeldPost = { ownerId: string; likes: number; seesAll: boolean };

/**
 * Holds those who like and the posts' owners, then the posts, always in the same order, as their counts change with the
 * likes: until the transaction ends they change by nobody else. The post of each pair, null where it is not there for the
 * member.
 */
export async function holdPostsOf(db: Db, pairs: readonly Pair[]): Promise<(HeldPost | null)[]> {
  const held = new Map<number, HeldPost>();
  for (const { place, owner_id, likes, sees_all } of await holdPosts(db, toPairs(pairs)))
    held.set(place, { ownerId: owner_id, likes, seesAll: sees_all });
  return pairs.map((_pair, index) => held.get(index + 1) ?? null);
}

type Row = { post_id: string; user_id: string };

const insertLikes = prepare<Pairs, Row>(
  'like-insert',
  (pairs) => sql<Row>`
    INSERT INTO post_likes (post_id, user_id) SELECT pair.post_id, pair.user_id FROM ${asRows(pairs)} ORDER BY 1, 2
    ON CONFLICT DO NOTHING RETURNING post_id, user_id`,
);

const deleteLikes = prepare<Pairs, Row>(
  'like-delete',
  (pairs) => sql<Row>`
    DELETE FROM post_likes l USING ${asRows(pairs)} WHERE l.post_id = pair.post_id AND l.user_id = pair.user_id
    RETURNING l.post_id, l.user_id`,
);

const change = async (
  db: Db,
  statement: (db: Db, pairs: Pairs) => Promise<Row[]>,
  pairs: readonly Pair[],
): Promise<Pair[]> =>
  pairs.length === 0
    ? []
    : (await statement(db, toPairs(pairs))).map((row) => ({ postId: row.post_id, userId: row.user_id }));

/** Adds likes; returns those that were not there. */
export const insertPostLikes = (db: Db, pairs: readonly Pair[]): Promise<Pair[]> => change(db, insertLikes, pairs);

/** Takes likes away; returns those that were there. */
export const deletePostLikes = (db: Db, pairs: readonly Pair[]): Promise<Pair[]> => change(db, deleteLikes, pairs);

const selectCounts = prepare<Pairs, { place: number; count: number }>(
  'like-counts',
  (pairs) => sql<{ place: number; count: number }>`
    SELECT pair.place::integer AS place, p.likes_count - ${hiddenLikesFrom(VIEWER)} AS count
    FROM ${asRows(pairs)} JOIN posts p ON p.id = pair.post_id`,
);

/** The number of likes of each pair's post, as the member sees them. */
export async function selectLikesCounts(db: Db, pairs: readonly Pair[]): Promise<number[]> {
  const counts = new Map((await selectCounts(db, toPairs(pairs))).map((row) => [row.place, row.count]));
  return pairs.map((_pair, index) => counts.get(index + 1) ?? 0);
}
