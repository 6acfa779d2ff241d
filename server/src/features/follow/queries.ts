import { sql } from 'kysely';
import { newId } from '#db/id.ts';
import type { CursorKey, PageStart } from '#db/keyset.ts';
import type { Db } from '#db/pool.ts';
import { memberVisible } from '#features/moderation/loaders.ts';
import type { FollowRow } from './views.ts';

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

export async function isFollowing(db: Db, followerId: string, followedId: string): Promise<boolean> {
  const row = await db
    .selectFrom('follows')
    .select('id')
    .where('follower_id', '=', followerId)
    .where('followed_id', '=', followedId)
    .executeTakeFirst();
  return row !== undefined;
}

/** How many follow a member, and are followed, of those that the viewer sees. */
export async function selectFollowCounts(
  db: Db,
  userId: string,
  viewerId: string,
): Promise<{ followers: number; followings: number }> {
  const hidden = (of: string, listed: string) => sql`(SELECT count(*)::integer FROM member_blocks unseen
    JOIN follows f ON ${sql.ref(`f.${listed}`)} = unseen.other_user_id
    WHERE unseen.user_id = ${viewerId}::uuid AND ${sql.ref(`f.${of}`)} = ${userId}::uuid)`;
  const { rows } = await sql<{ followers: number; followings: number }>`
    SELECT followers - ${hidden('followed_id', 'follower_id')} AS followers,
      followings - ${hidden('follower_id', 'followed_id')} AS followings
    FROM member_counters WHERE user_id = ${userId}::uuid`.execute(db);
  return rows[0] ?? { followers: 0, followings: 0 };
}

/** Ends following between two members, either way. */
export async function deleteFollowsBetween(db: Db, one: string, other: string): Promise<void> {
  await sql`
    DELETE FROM follows WHERE (follower_id, followed_id) IN ((${one}::uuid, ${other}::uuid), (${other}::uuid, ${one}::uuid))`.execute(
    db,
  );
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
    WHERE ${of} = ${people.userId}::uuid AND ${memberVisible(people.viewerId)} ${after}
    ORDER BY f.id DESC LIMIT ${start.limit + 1} OFFSET ${start.offset}`.execute(db);
  return rows;
}
