import { sql } from 'kysely';
import { newId } from '#db/id.ts';
import type { CursorKey, PageStart } from '#db/keyset.ts';
import type { Db } from '#db/pool.ts';
import type { FollowRow } from './views.ts';

/** Locks the counters of two members, always in the same order, so that following each other at once cannot deadlock. */
export async function lockCounters(db: Db, ...userIds: string[]): Promise<void> {
  await db
    .selectFrom('member_counters')
    .select('user_id')
    .where('user_id', 'in', userIds)
    .orderBy('user_id')
    .forUpdate()
    .execute();
}

/** Adds a follow; false when it was there. */
export async function insertFollow(db: Db, followerId: string, followedId: string): Promise<boolean> {
  const inserted = await db
    .insertInto('follows')
    .values({ id: newId(), follower_id: followerId, followed_id: followedId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Takes a follow away; false when there was none. */
export async function deleteFollow(db: Db, followerId: string, followedId: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('follows')
    .where('follower_id', '=', followerId)
    .where('followed_id', '=', followedId)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

export async function selectFollowCounts(db: Db, userId: string): Promise<{ followers: number; followings: number }> {
  const row = await db
    .selectFrom('member_counters')
    .select(['followers', 'followings'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? { followers: 0, followings: 0 };
}

/** Which side of a follow is listed: its followers, or those followed. */
export type Side = 'followers' | 'followings';

export const followKey = (row: FollowRow): CursorKey => [row.follow_id];

const columnsOf = {
  followers: { of: sql.ref('f.followed_id'), listed: sql.ref('f.follower_id') },
  followings: { of: sql.ref('f.follower_id'), listed: sql.ref('f.followed_id') },
} as const;

/** One page (and one more) of a member's followers or followings, newest first, with whom the viewer follows. */
export async function selectFollows(
  db: Db,
  side: Side,
  people: { userId: string; viewerId: string },
  start: PageStart,
): Promise<FollowRow[]> {
  const { of, listed } = columnsOf[side];
  const after = start.after ? sql`AND f.id < ${start.after[0]}::uuid` : sql``;
  const { rows } = await sql<FollowRow>`
    SELECT f.id AS follow_id, mine.id AS my_follow_id,
      u.id, u.first_name, u.last_name, u.username, u.image, u.profession, u.intro_details
    FROM follows f JOIN users u ON u.id = ${listed}
    LEFT JOIN follows mine ON mine.follower_id = ${people.viewerId}::uuid AND mine.followed_id = u.id
    WHERE ${of} = ${people.userId}::uuid ${after}
    ORDER BY f.id DESC LIMIT ${start.limit + 1} OFFSET ${start.offset}`.execute(db);
  return rows;
}
