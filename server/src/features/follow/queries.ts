import { type RawBuilder, sql } from 'kysely';
import { memberVisible } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import type { CursorKey, PageStart } from '#db/statements/keyset.ts';
import { prepare } from '#db/statements/prepared.ts';
import { personColumns } from '#features/people/loaders.ts';
import type { FollowRow } from './views.ts';

/** The listed side of follows: the followers, or the followed members. */
export type FollowDirection = 'followers' | 'followings';

const columnsOf = {
  followers: { of: sql.ref('f.followed_id'), listed: sql.ref('f.follower_id') },
  followings: { of: sql.ref('f.follower_id'), listed: sql.ref('f.followed_id') },
} as const;

/**
 * SQL for the number of members on one side of a member's follows whom a viewer cannot see. Both ids are SQL, for
 * several pairs.
 */
export const hiddenFollowsFrom = (
  viewerId: RawBuilder<unknown>,
  userId: RawBuilder<unknown>,
  side: FollowDirection,
): RawBuilder<number> => sql`(SELECT count(*)::integer FROM member_blocks unseen
    JOIN follows f ON ${columnsOf[side].listed} = unseen.other_user_id
    WHERE unseen.user_id = ${viewerId} AND ${columnsOf[side].of} = ${userId})`;

type ViewedMember = { userId: string; viewerId: string };

const selectCounts = prepare<ViewedMember, { followers: number; followings: number; following: boolean }>(
  'follow-counts-for',
  ({ userId, viewerId }) => {
    const hidden = (side: FollowDirection) => hiddenFollowsFrom(sql`${viewerId}::uuid`, sql.ref('m.user_id'), side);
    return sql<{ followers: number; followings: number; following: boolean }>`
      SELECT m.followers - ${hidden('followers')} AS followers, m.followings - ${hidden('followings')} AS followings,
        EXISTS (SELECT 1 FROM follows mine WHERE mine.follower_id = ${viewerId}::uuid
          AND mine.followed_id = m.user_id) AS following
      FROM member_counters m WHERE m.user_id = ${userId}::uuid`;
  },
);

/**
 * Returns the numbers of a member's followers and followings that the viewer can see, and whether the viewer follows
 * them.
 */
export async function selectFollowCounts(
  db: Db,
  userId: string,
  viewerId: string,
): Promise<{ followers: number; followings: number; following: boolean }> {
  const [row] = await selectCounts(db, { userId, viewerId });
  return row ?? { followers: 0, followings: 0, following: false };
}

/** Deletes the follows between two members, in both directions. */
export async function deleteFollowsBetween(db: Db, one: string, other: string): Promise<void> {
  await sql`
    DELETE FROM follows WHERE (follower_id, followed_id) IN ((${one}::uuid, ${other}::uuid), (${other}::uuid,
      ${one}::uuid))`.execute(db);
}

export const followKey = (row: FollowRow): CursorKey => [row.follow_id];

/**
 * Returns one page, and one row more, of a member's followers or followings, newest first, with the viewer's own
 * follows of them.
 */
export async function selectFollows(
  db: Db,
  side: FollowDirection,
  people: { userId: string; viewerId: string },
  start: PageStart,
): Promise<FollowRow[]> {
  const { of, listed } = columnsOf[side];
  const after = start.after ? sql`AND f.id < ${start.after[0]}::uuid` : sql``;
  const { rows } = await sql<FollowRow>`
    SELECT f.id AS follow_id, mine.id AS my_follow_id,
      u.id, ${personColumns}
    FROM follows f JOIN users u ON u.id = ${listed}
    LEFT JOIN follows mine ON mine.follower_id = ${people.viewerId}::uuid AND mine.followed_id = u.id
    WHERE ${of} = ${people.userId}::uuid AND ${memberVisible(people.viewerId)} ${after}
    ORDER BY f.id DESC LIMIT ${start.limit + 1} OFFSET ${start.offset}`.execute(db);
  return rows;
}
