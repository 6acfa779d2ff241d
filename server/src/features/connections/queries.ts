import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { newId } from '#db/statements/id.ts';

export type RequestRow = { id: string; from_user_id: string; to_user_id: string; status: string };

export async function isConnected(db: Db, userId: string, otherId: string): Promise<boolean> {
  const row = await db
    .selectFrom('connections')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('other_user_id', '=', otherId)
    .executeTakeFirst();
  return row !== undefined;
}

export function selectRequest(db: Db, fromUserId: string, toUserId: string): Promise<RequestRow | undefined> {
  return db
    .selectFrom('connection_requests')
    .select(['id', 'from_user_id', 'to_user_id', 'status'])
    .where('from_user_id', '=', fromUserId)
    .where('to_user_id', '=', toUserId)
    .executeTakeFirst();
}

export function selectRequestById(db: Db, id: string, fromUserId: string): Promise<RequestRow | undefined> {
  return db
    .selectFrom('connection_requests')
    .select(['id', 'from_user_id', 'to_user_id', 'status'])
    .where('id', '=', id)
    .where('from_user_id', '=', fromUserId)
    .executeTakeFirst();
}

/**
 * Stores an invitation and returns its id. It replaces the record of an invitation that led to a connection that has
 * ended.
 */
export async function insertRequest(
  db: Db,
  request: { fromUserId: string; toUserId: string; note: string | null; status: 'pending' | 'rejected' },
): Promise<string> {
  await db
    .deleteFrom('connection_requests')
    .where('from_user_id', '=', request.fromUserId)
    .where('to_user_id', '=', request.toUserId)
    .execute();
  const id = newId();
  await db
    .insertInto('connection_requests')
    .values({
      id,
      from_user_id: request.fromUserId,
      to_user_id: request.toUserId,
      note: request.note,
      status: request.status,
    })
    .execute();
  return id;
}

export async function setRequestStatus(db: Db, id: string, status: 'accepted' | 'rejected'): Promise<void> {
  await db.updateTable('connection_requests').set({ status, updated_at: sql`now()` }).where('id', '=', id).execute();
}

export async function deleteRequest(db: Db, id: string): Promise<void> {
  await db.deleteFrom('connection_requests').where('id', '=', id).execute();
}

/** How long further invitations are ignored after an ignored one was withdrawn. */
const IGNORED_DAYS = sql.lit(30);

/** Records that an invitation was ignored before its sender withdrew it. */
export async function insertIgnored(db: Db, fromUserId: string, toUserId: string): Promise<void> {
  await sql`
    INSERT INTO ignored_invitations (from_user_id, to_user_id, until)
    VALUES (${fromUserId}::uuid, ${toUserId}::uuid, now() + make_interval(days => ${IGNORED_DAYS}))
    ON CONFLICT (from_user_id, to_user_id) DO UPDATE SET until = excluded.until`.execute(db);
}

/** Deletes that record; returns whether the sender's invitations are still ignored. */
export async function takeIgnored(db: Db, fromUserId: string, toUserId: string): Promise<boolean> {
  const taken = await db
    .deleteFrom('ignored_invitations')
    .where('from_user_id', '=', fromUserId)
    .where('to_user_id', '=', toUserId)
    .returning(sql<boolean>`until > now()`.as('inForce'))
    .executeTakeFirst();
  return taken?.inForce ?? false;
}

export async function insertConnection(db: Db, one: string, other: string): Promise<void> {
  await db
    .insertInto('connections')
    .values([
      { user_id: one, other_user_id: other },
      { user_id: other, other_user_id: one },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Ends a connection and deletes the invitation that led to it; returns false if there was none. */
export async function deleteConnection(db: Db, one: string, other: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    DELETE FROM connections WHERE (user_id, other_user_id) IN
      ((${one}::uuid, ${other}::uuid), (${other}::uuid, ${one}::uuid))`.execute(db);
  if (!numAffectedRows) return false;
  await sql`
    DELETE FROM connection_requests WHERE (from_user_id, to_user_id) IN
      ((${one}::uuid, ${other}::uuid), (${other}::uuid, ${one}::uuid))`.execute(db);
  return true;
}

/** Returns the ids of members with a pending invitation from or to this member. */
export async function selectInvited(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT to_user_id AS id FROM connection_requests WHERE from_user_id = ${userId}::uuid AND status = 'pending'
    UNION
    SELECT from_user_id FROM connection_requests WHERE to_user_id = ${userId}::uuid AND status = 'pending'`.execute(db);
  return rows.map((row) => row.id);
}

/** Deletes the connection and the invitations between two members, whoever sent them. */
export async function deleteRelationships(db: Db, one: string, other: string): Promise<void> {
  const pair = sql`((${one}::uuid, ${other}::uuid), (${other}::uuid, ${one}::uuid))`;
  await sql`DELETE FROM connections WHERE (user_id, other_user_id) IN ${pair}`.execute(db);
  await sql`DELETE FROM connection_requests WHERE (from_user_id, to_user_id) IN ${pair}`.execute(db);
}

/** Returns the number of a member's connections that the viewer can see. */
export async function selectConnectionsCount(db: Db, userId: string, viewerId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT m.connections - (
      SELECT count(*)::integer FROM member_blocks unseen
      JOIN connections c ON c.user_id = m.user_id AND c.other_user_id = unseen.other_user_id
      WHERE unseen.user_id = ${viewerId}::uuid
    ) AS total FROM member_counters m WHERE m.user_id = ${userId}::uuid`.execute(db);
  return rows[0]?.total ?? 0;
}

export async function selectCounts(db: Db, userId: string) {
  const row = await db
    .selectFrom('member_counters')
    .select(['connections', 'invitations', 'sent_invitations'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return {
    connectionsCount: row?.connections ?? 0,
    receivedCount: row?.invitations ?? 0,
    sentCount: row?.sent_invitations ?? 0,
  };
}
