import type { ConnectionStatus } from '@afterhours/contract/connections';
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import type { FollowRow } from '#features/follow/views.ts';

export async function selectBio(db: Db, userId: string): Promise<string> {
  const row = await db.selectFrom('users').select('bio').where('id', '=', userId).executeTakeFirst();
  return row?.bio ?? '';
}

/** Sets a member's bio; an empty one becomes null. */
export async function updateBio(db: Db, userId: string, bio: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ bio: bio || null, updated_at: sql`now()` })
    .where('id', '=', userId)
    .execute();
}

export type MemberRow = Omit<FollowRow, 'follow_id'> & {
  cover_image: string | null;
  country: string | null;
  bio: string | null;
  created_at: Date;
  login_time: Date | null;
  last_seen_at: Date;
  /** Both members have presence switched on. */
  shows_presence: boolean;
  followers: number;
  followings: number;
  connections: number;
  posts: number;
  connection_status: ConnectionStatus;
  /** The pending invitation between the two. */
  request_id: string | null;
};

/** SQL: how many of the relationships of `u` are with members this viewer does not see. */
const hidden = (table: 'follows' | 'connections', of: string, listed: string, viewerId: string | null) =>
  viewerId === null
    ? sql`0`
    : sql`(SELECT count(*)::integer FROM member_blocks unseen
        JOIN ${sql.table(table)} relationship ON ${sql.ref(`relationship.${listed}`)} = unseen.other_user_id
          AND ${sql.ref(`relationship.${of}`)} = u.id
        WHERE unseen.user_id = ${viewerId}::uuid)`;

/**
 * Returns a member with their counts and relationship with the viewer; null for a guest viewer. An ignored invitation
 * still looks sent to its sender, and like none to the member who ignored it.
 */
export async function selectMember(db: Db, viewerId: string | null, userId: string): Promise<MemberRow | undefined> {
  const { rows } = await sql<MemberRow>`
    SELECT u.id, u.first_name, u.last_name, u.username, u.image, u.profession, u.intro_details,
      u.cover_image, u.country, u.bio, u.created_at, u.login_time, u.last_seen_at,
      u.show_presence AND coalesce(viewer.show_presence, false) AS shows_presence,
      c.followers - ${hidden('follows', 'followed_id', 'follower_id', viewerId)} AS followers,
      c.followings - ${hidden('follows', 'follower_id', 'followed_id', viewerId)} AS followings,
      c.connections - ${hidden('connections', 'user_id', 'other_user_id', viewerId)} AS connections, c.posts,
        mine.id AS my_follow_id,
      CASE
        WHEN connection.user_id IS NOT NULL THEN 'connected'
        WHEN received.id IS NOT NULL THEN 'received'
        WHEN sent.id IS NOT NULL THEN 'sent'
        ELSE 'none'
      END AS connection_status,
      CASE WHEN connection.user_id IS NULL THEN coalesce(received.id, sent.id) END AS request_id
    FROM users u
    JOIN member_counters c ON c.user_id = u.id
    LEFT JOIN users viewer ON viewer.id = ${viewerId}::uuid
    LEFT JOIN follows mine ON mine.follower_id = viewer.id AND mine.followed_id = u.id
    LEFT JOIN connections connection ON connection.user_id = viewer.id AND connection.other_user_id = u.id
    LEFT JOIN connection_requests sent
      ON sent.from_user_id = viewer.id AND sent.to_user_id = u.id AND sent.status IN ('pending', 'rejected')
    LEFT JOIN connection_requests received
      ON received.from_user_id = u.id AND received.to_user_id = viewer.id AND received.status = 'pending'
    WHERE u.id = ${userId}::uuid`.execute(db);
  return rows[0];
}

/** Returns the fields of a link preview of a member. */
export function selectMemberHead(db: Db, userId: string) {
  return db
    .selectFrom('users')
    .select(['first_name', 'last_name', 'profession', 'intro_details', 'bio', 'image'])
    .where('id', '=', userId)
    .executeTakeFirst();
}

export type MemberHeadRow = NonNullable<Awaited<ReturnType<typeof selectMemberHead>>>;
