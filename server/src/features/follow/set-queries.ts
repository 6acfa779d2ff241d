/**
 * Queries for follows by several members at once. Each step is one statement over pairs of a follower and a followed
 * member.
 */
import { type RawBuilder, sql } from 'kysely';
import { lockedMembers } from '#access/members.ts';
import { memberVisibleTo } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import { newId } from '#db/statements/id.ts';
import { anyValue, prepare, preparePipelined } from '#db/statements/prepared.ts';
import { putBackPairs } from '#features/account-data/loaders.ts';
import { hiddenFollowsFrom } from './queries.ts';

export type FollowKey = { userId: string; followedId: string };
type Pairs = { userIds: string[]; followedIds: string[] };

const toPairs = (pairs: readonly FollowKey[]): Pairs => ({
  userIds: pairs.map(({ userId }) => userId),
  followedIds: pairs.map(({ followedId }) => followedId),
});

const asRows = ({ userIds, followedIds }: Pairs): RawBuilder<unknown> =>
  sql`unnest(${anyValue(sql`${userIds}::uuid[]`)}, ${anyValue(sql`${followedIds}::uuid[]`)})
    WITH ORDINALITY AS pair(user_id, followed_id, ordinal)`;

const [FOLLOWER, FOLLOWED] = [sql.ref('pair.user_id'), sql.ref('pair.followed_id')];

const lockAll = preparePipelined<{ ids: string[] }>(
  'follow-hold',
  ({ ids }) => sql`
    WITH people AS MATERIALIZED (${lockedMembers(sql`SELECT unnest(${ids}::uuid[])`)})
    SELECT counters.user_id FROM people JOIN member_counters counters ON counters.user_id = people.id
    ORDER BY counters.user_id FOR UPDATE OF counters`,
);

/** Locks the members and then their counts, like `lockCounters`, always in the same order. */
export async function lockMembersAndCounts(db: Db, pairs: readonly FollowKey[]): Promise<void> {
  await lockAll(db, { ids: pairs.flatMap(({ userId, followedId }) => [userId, followedId]) });
}

type Name = { ordinal: number; name: string; returning: boolean };

const selectNames = prepare<Pairs, Name>(
  'follow-names',
  (pairs) => sql<Name>`
    SELECT pair.ordinal::integer AS ordinal, u.first_name || ' ' || u.last_name AS name,
      EXISTS (SELECT 1 FROM member_moves m WHERE m.user_id IN (${FOLLOWER}, ${FOLLOWED})) AS returning
    FROM ${asRows(pairs)} JOIN users u ON u.id = pair.followed_id JOIN users following ON following.id = pair.user_id
    WHERE u.deleted_at IS NULL AND ${memberVisibleTo(FOLLOWER, FOLLOWED)}`,
);

/**
 * Returns the names of the members to follow; null for a member whom that caller cannot see. Completes the follows of
 * members who are just returning after a ban.
 */
export async function findNames(db: Db, pairs: readonly FollowKey[]): Promise<(string | null)[]> {
  const names = new Map((await selectNames(db, toPairs(pairs))).map((row) => [row.ordinal, row]));
  const returning = pairs.filter((_pair, index) => names.get(index + 1)?.returning);
  if (returning.length > 0)
    await putBackPairs(
      db,
      returning.map(({ userId, followedId }) => ({ userId, otherId: followedId })),
    );
  return pairs.map((_pair, index) => names.get(index + 1)?.name ?? null);
}

type Row = { follower_id: string; followed_id: string };

const insertAll = prepare<Pairs & { ids: string[] }, Row>(
  'follow-insert',
  ({ ids, userIds, followedIds }) => sql<Row>`
    INSERT INTO follows (id, follower_id, followed_id)
    SELECT * FROM unnest(${ids}::uuid[], ${userIds}::uuid[], ${followedIds}::uuid[])
    ON CONFLICT DO NOTHING RETURNING follower_id, followed_id`,
);

const deleteAll = prepare<Pairs, Row>(
  'follow-delete',
  (pairs) => sql<Row>`
    DELETE FROM follows f USING ${asRows(pairs)} WHERE f.follower_id = pair.user_id AND f.followed_id = pair.followed_id
    RETURNING f.follower_id, f.followed_id`,
);

const toPair = (row: Row): FollowKey => ({ userId: row.follower_id, followedId: row.followed_id });

/** Adds follows; returns the new ones. */
export async function insertFollows(db: Db, pairs: readonly FollowKey[]): Promise<FollowKey[]> {
  if (pairs.length === 0) return [];
  return (await insertAll(db, { ids: pairs.map(newId), ...toPairs(pairs) })).map(toPair);
}

/** Deletes follows; returns those that existed. */
export async function deleteFollows(db: Db, pairs: readonly FollowKey[]): Promise<FollowKey[]> {
  return pairs.length === 0 ? [] : (await deleteAll(db, toPairs(pairs))).map(toPair);
}

type Followers = { ordinal: number; count: number };

const selectFollowers = prepare<Pairs, Followers>(
  'follow-counts',
  (pairs) => sql<Followers>`
    SELECT pair.ordinal::integer AS ordinal,
      m.followers - ${hiddenFollowsFrom(FOLLOWER, FOLLOWED, 'followers')} AS count
    FROM ${asRows(pairs)} JOIN member_counters m ON m.user_id = pair.followed_id`,
);

/** Returns the number of followers of each pair's followed member, without those whom the follower cannot see. */
export async function selectFollowersCounts(db: Db, pairs: readonly FollowKey[]): Promise<number[]> {
  const counts = new Map((await selectFollowers(db, toPairs(pairs))).map((row) => [row.ordinal, row.count]));
  return pairs.map((_pair, index) => counts.get(index + 1) ?? 0);
}
