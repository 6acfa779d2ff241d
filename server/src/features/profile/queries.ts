import type { Label } from '@afterhours/contract/constants/labels';
import { MAX_PROFILE_ENTRIES } from '@afterhours/contract/profile/profile';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { narrowPostsCount } from '#access/audience.ts';
import { type RelationshipRow, relationshipColumns, relationshipJoins } from '#access/relationships.ts';
import { memberVisible } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import type { Database } from '#db/schema/schema.ts';
import { prepare } from '#db/statements/prepared.ts';
import { personColumns } from '#features/people/loaders.ts';
import type { PersonRow } from '#features/people/views.ts';
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

export type MemberRow = PersonRow &
  RelationshipRow & {
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
    ${relationshipColumns},
    ${entriesOf(goals)} AS goals, ${entriesOf(skills)} AS skills, ${entriesOf(educations)} AS educations,
    ${entriesOf(experiences)} AS experiences
  FROM users u
  JOIN member_counters c ON c.user_id = u.id
  LEFT JOIN users viewer ON viewer.id = ${viewerId}::uuid
  ${relationshipJoins(sql.ref('viewer.id'))}
  WHERE u.id = ${userId}::uuid AND u.deleted_at IS NULL AND ${memberVisible(viewerId)}`;

const selectForGuest = prepare<{ userId: string }, MemberRow>('profile-for-guest', ({ userId }) =>
  memberSql({ viewerId: null, userId }),
);
const selectForMember = prepare<{ viewerId: string; userId: string }, MemberRow>('profile', ({ viewerId, userId }) =>
  memberSql({ viewerId, userId }),
);

/**
 * Returns a member with their entries, counts and relationship with the viewer (null for a guest), or undefined if they
 * are not visible.
 */
export async function selectMember(db: Db, viewerId: string | null, userId: string): Promise<MemberRow | undefined> {
  const rows = viewerId === null ? selectForGuest(db, { userId }) : selectForMember(db, { viewerId, userId });
  return (await rows)[0];
}
