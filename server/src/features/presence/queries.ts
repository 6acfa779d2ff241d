import { type RawBuilder, sql } from 'kysely';
import { memberVisible } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import { anyMember } from '#db/statements/viewers.ts';
import { personColumns } from '#features/people/loaders.ts';
import type { PersonRow } from '#features/people/views.ts';

/** A server without a heartbeat for this long is considered dead, and its members as gone. */
const EXPIRY_SECONDS = 7;

/**
 * Stores a server's heartbeat, and whether it reaches the others. Returns true when the server's row is new, because it
 * was unknown or had been removed, and so has no members yet.
 */
export async function beat(db: Db, nodeId: string, linked: boolean): Promise<boolean> {
  const { rows } = await sql<{ created: boolean }>`
    INSERT INTO presence_nodes (id, linked) VALUES (${nodeId}::uuid, ${linked})
    ON CONFLICT (id) DO UPDATE SET beat_at = now(), linked = ${linked} RETURNING xmax = 0 AS created`.execute(db);
  return rows[0]?.created ?? false;
}

/** Returns the number of other live servers, and whether all of them reach the others. */
export async function selectOthers(db: Db, nodeId: string): Promise<{ count: number; linked: boolean }> {
  const { rows } = await sql<{ count: number; linked: boolean }>`
    SELECT count(*)::integer AS count, coalesce(bool_and(linked), true) AS linked FROM presence_nodes
    WHERE id <> ${nodeId}::uuid AND beat_at >= now() - make_interval(secs => ${EXPIRY_SECONDS})`.execute(db);
  return rows[0] ?? { count: 0, linked: true };
}

/**
 * Locks members in the order of their ids, so that servers that write the same members do not deadlock. Returns false
 * if none of them exists.
 */
async function lockMembers(db: Db, userIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    SELECT id FROM users WHERE id = ANY(${[...userIds]}::uuid[]) ORDER BY id FOR NO KEY UPDATE`.execute(db);
  return rows.length > 0;
}

/**
 * Adds a member to a server. The member is online from now on, unless they already were on another server. `visible`
 * tells whether one of their tabs on this server is visible.
 */
export async function insertPresence(db: Db, nodeId: string, userId: string, visible: boolean): Promise<void> {
  if (!(await lockMembers(db, [userId]))) return;
  await db
    .insertInto('presence_members')
    .values({ node_id: nodeId, user_id: userId, visible })
    .onConflict((conflict) => conflict.columns(['node_id', 'user_id']).doUpdateSet({ visible }))
    .execute();
  await sql`
    UPDATE users SET login_time = coalesce(login_time, now()), last_seen_at = now() WHERE id = ${userId}::uuid
  `.execute(db);
}

/** Stores whether a member has a visible tab on a server. */
export async function updateVisible(db: Db, nodeId: string, userId: string, visible: boolean): Promise<void> {
  await db
    .updateTable('presence_members')
    .set({ visible })
    .where('node_id', '=', nodeId)
    .where('user_id', '=', userId)
    .execute();
}

/** Sets those members offline who are no longer on any server, with `seenAt` (SQL) as the time they were last seen. */
async function leave(db: Db, userIds: readonly string[], seenAt: RawBuilder<Date>): Promise<void> {
  await sql`
    UPDATE users u SET login_time = NULL, last_seen_at = greatest(u.last_seen_at, ${seenAt})
    WHERE u.id = ANY(${[...userIds]}::uuid[]) AND u.login_time IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM presence_members p WHERE p.user_id = u.id)`.execute(db);
}

/** Removes a member from a server. */
export async function deletePresence(db: Db, nodeId: string, userId: string): Promise<void> {
  await lockMembers(db, [userId]);
  await db.deleteFrom('presence_members').where('node_id', '=', nodeId).where('user_id', '=', userId).execute();
  await leave(db, [userId], sql<Date>`now()`);
}

/** Removes a server with all its members. Must run in a transaction. */
export async function deleteNode(db: Db, nodeId: string): Promise<void> {
  const members = await db.selectFrom('presence_members').select('user_id').where('node_id', '=', nodeId).execute();
  const userIds = members.map((row) => row.user_id);
  await lockMembers(db, userIds);
  await db.deleteFrom('presence_nodes').where('id', '=', nodeId).execute();
  await leave(db, userIds, sql<Date>`now()`);
}

/** Removes dead servers; only one live server at a time removes each. Returns their members. */
export async function deleteDeadNodes(db: Db): Promise<string[]> {
  const { rows: dead } = await sql<{ id: string }>`
    SELECT id FROM presence_nodes WHERE beat_at < now() - make_interval(secs => ${EXPIRY_SECONDS})
    FOR UPDATE SKIP LOCKED`.execute(db);
  if (dead.length === 0) return [];
  const nodeIds = dead.map((row) => row.id);
  const { rows } = await sql<{ user_id: string }>`
    SELECT DISTINCT user_id FROM presence_members WHERE node_id = ANY(${nodeIds}::uuid[])`.execute(db);
  const userIds = rows.map((row) => row.user_id);
  await lockMembers(db, userIds);
  await db.deleteFrom('presence_nodes').where('id', 'in', nodeIds).execute();
  // The exact time is unknown, but is at most the time after which a dead server is detected.
  await leave(db, userIds, sql<Date>`now() - make_interval(secs => ${EXPIRY_SECONDS})`);
  return userIds;
}

/** Returns those members who are visible to a viewer and are not keeping a message request by the viewer waiting. */
export async function selectVisible(db: Db, viewerId: string, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT u.id FROM users u WHERE u.id = ANY(${[...userIds]}::uuid[]) AND ${memberVisible(viewerId)}
      AND NOT EXISTS (SELECT 1 FROM conversation_members side WHERE side.user_id = u.id
        AND side.other_user_id = ${viewerId}::uuid AND side.request IS NOT NULL)`.execute(db);
  return rows.map((row) => row.id);
}

/**
 * Returns the pairs of these viewers and members whose presence they must not see: one has blocked the other, or the
 * member keeps a message request by the viewer waiting.
 */
export async function selectUnwatchable(
  db: Db,
  viewerIds: readonly string[],
  userIds: readonly string[],
): Promise<{ viewer_id: string; user_id: string }[]> {
  const [viewers, members] = [sql`ANY(${[...viewerIds]}::uuid[])`, sql`ANY(${[...userIds]}::uuid[])`];
  const { rows } = await sql<{ viewer_id: string; user_id: string }>`
    SELECT b.user_id AS viewer_id, b.other_user_id AS user_id FROM member_blocks b
    WHERE b.user_id = ${viewers} AND b.other_user_id = ${members}
    UNION ALL SELECT side.other_user_id, side.user_id FROM conversation_members side
    WHERE side.user_id = ${members} AND side.other_user_id = ${viewers} AND side.request IS NOT NULL`.execute(db);
  return rows;
}

export type PresenceRow = { id: string; login_time: Date | null; last_seen_at: Date; show_presence: boolean };

export async function selectPresence(db: Db, userIds: readonly string[]): Promise<PresenceRow[]> {
  if (userIds.length === 0) return [];
  const { rows } = await sql<PresenceRow>`
    SELECT id, login_time, last_seen_at, show_presence FROM users WHERE id = ANY(${[...userIds]}::uuid[])`.execute(db);
  return rows;
}

/** Returns a member as others see them; undefined if the account has been deleted, or is hidden from everyone. */
export async function selectPerson(db: Db, userId: string): Promise<PersonRow | undefined> {
  const { rows } = await sql<PersonRow>`
    SELECT u.id, ${personColumns} FROM users u
    WHERE u.id = ${userId}::uuid AND ${memberVisible(anyMember)}`.execute(db);
  return rows[0];
}
