import type { ConnectionStatus } from '@afterhours/contract/connections';
import type { Label } from '@afterhours/contract/constants/labels';
import { MAX_PROFILE_ENTRIES } from '@afterhours/contract/profile/profile';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { narrowPostsCount } from '#access/audience.ts';
import { memberVisible } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import type { Database } from '#db/schema/schema.ts';
import { prepare } from '#db/statements/prepared.ts';
import type { FollowRow } from '#features/follow/views.ts';
import { personColumns } from '#features/people/loaders.ts';
import { educations } from './entries/educations.ts';
import type { EntryTable } from './entries/entry-kinds.ts';
import { experiences } from './entries/experiences.ts';
import { goals } from './entries/goals.ts';
import { skills } from './entries/skills.ts';

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
  label: Label | null;
  created_at: Date;
  login_time: Date | null;
  last_seen_at: Date;
  /** True if both members have presence switched on. */
  shows_presence: boolean;
  followers: number;
  followings: number;
  connections: number;
  posts: number;
  connection_status: ConnectionStatus;
  /** The pending invitation between the viewer and the member. */
  request_id: string | null;
  /** The entries of each kind; null if there are none. */
  goals: Selectable<Database['goals']>[] | null;
  skills: Selectable<Database['skills']>[] | null;
  educations: Selectable<Database['educations']>[] | null;
  experiences: Selectable<Database['experiences']>[] | null;
};

/** SQL: the number of relationships of `u` with members whom this viewer cannot see. */
const hidden = (table: 'follows' | 'connections', of: string, listed: string, viewerId: string | null) =>
  viewerId === null
    ? sql`0`
    : sql`(SELECT count(*)::integer FROM member_blocks unseen
        JOIN ${sql.table(table)} one ON ${sql.ref(`one.${listed}`)} = unseen.other_user_id
          AND ${sql.ref(`one.${of}`)} = u.id
        WHERE unseen.user_id = ${viewerId}::uuid)`;

/** SQL: `u`'s entries of a kind, as JSON. */
const entriesOf = ({ table, order }: { table: EntryTable; order: RawBuilder<unknown> }) => sql`
  (SELECT json_agg(entry) FROM (
    SELECT * FROM ${sql.table(table)} WHERE user_id = u.id ORDER BY ${order} LIMIT ${sql.lit(MAX_PROFILE_ENTRIES)}
  ) entry)`;

type Profile = { viewerId: string | null; userId: string };

const memberSql = ({ viewerId, userId }: Profile) => sql<MemberRow>`
  SELECT u.id, ${personColumns},
    u.cover_image, u.country, u.bio, u.label, u.created_at, u.login_time, u.last_seen_at,
    u.show_presence AND coalesce(viewer.show_presence, false) AS shows_presence,
    c.followers - ${hidden('follows', 'followed_id', 'follower_id', viewerId)} AS followers,
    c.followings - ${hidden('follows', 'follower_id', 'followed_id', viewerId)} AS followings,
    c.connections - ${hidden('connections', 'user_id', 'other_user_id', viewerId)} AS connections,
    c.posts - ${narrowPostsCount(viewerId)} AS posts,
    mine.id AS my_follow_id,
    CASE
      WHEN connected.user_id IS NOT NULL THEN 'connected'
      WHEN received.id IS NOT NULL THEN 'received'
      WHEN sent.id IS NOT NULL THEN 'sent'
      ELSE 'none'
    END AS connection_status,
    CASE WHEN connected.user_id IS NULL THEN coalesce(received.id, sent.id) END AS request_id,
    ${entriesOf(goals)} AS goals, ${entriesOf(skills)} AS skills, ${entriesOf(educations)} AS educations,
    ${entriesOf(experiences)} AS experiences
  FROM users u
  JOIN member_counters c ON c.user_id = u.id
  LEFT JOIN users viewer ON viewer.id = ${viewerId}::uuid
  LEFT JOIN follows mine ON mine.follower_id = viewer.id AND mine.followed_id = u.id
  LEFT JOIN connections connected ON connected.user_id = viewer.id AND connected.other_user_id = u.id
  LEFT JOIN connection_requests sent
    ON sent.from_user_id = viewer.id AND sent.to_user_id = u.id AND sent.status IN ('pending', 'rejected')
  LEFT JOIN connection_requests received
    ON received.from_user_id = u.id AND received.to_user_id = viewer.id AND received.status = 'pending'
  WHERE u.id = ${userId}::uuid AND u.deleted_at IS NULL AND ${memberVisible(viewerId)}`;

const selectForGuest = prepare<{ userId: string }, MemberRow>('profile-for-guest', ({ userId }) =>
  memberSql({ viewerId: null, userId }),
);
const selectForMember = prepare<{ viewerId: string; userId: string }, MemberRow>('profile', ({ viewerId, userId }) =>
  memberSql({ viewerId, userId }),
);

/**
 * Returns a member with their entries, counts and relationship with the viewer (null for a guest), or undefined if they
 * are not visible. An ignored invitation still looks sent to its sender, and looks like none to the member who ignored
 * it.
 */
export async function selectMember(db: Db, viewerId: string | null, userId: string): Promise<MemberRow | undefined> {
  const rows = viewerId === null ? selectForGuest(db, { userId }) : selectForMember(db, { viewerId, userId });
  return (await rows)[0];
}
