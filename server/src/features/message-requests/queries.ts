import { MAX_COUNTED_REQUESTS } from '@afterhours/contract/messages/message-requests';
import { type RawBuilder, sql } from 'kysely';
import { memberVisible } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import type { CursorKey, PageStart } from '#db/statements/keyset.ts';
import { personColumns } from '#features/people/loaders.ts';
import type { RequestRow } from './views.ts';

export type State = 'waiting' | 'ignored';

export const requestKey = (row: RequestRow): CursorKey => [row.requested_at.toISOString(), row.conversation_id];

/**
 * SQL for a member's requests in a state, each with its message. A request whose sender has deleted the message is left
 * out.
 */
const requestsOf = (userId: string, state: State): RawBuilder<unknown> => sql`
  conversation_members own
  JOIN conversations c ON c.id = own.conversation_id AND c.last_seq > own.cleared_seq
  JOIN messages m ON m.conversation_id = own.conversation_id AND m.seq = c.last_seq AND m.deleted_at IS NULL
  WHERE own.user_id = ${userId}::uuid AND own.request = ${state}
    AND ${memberVisible(userId, sql.ref('own.other_user_id'))}`;

/** Returns one page, and one row more, of a member's requests, newest first. */
export async function selectRequests(db: Db, userId: string, state: State, start: PageStart): Promise<RequestRow[]> {
  const after = start.after
    ? sql`AND (own.requested_at, own.conversation_id) < (${start.after[0]}::timestamptz, ${start.after[1]}::uuid)`
    : sql``;
  const { rows } = await sql<RequestRow>`
    SELECT page.*, u.created_at AS joined_at, u.id, ${personColumns} FROM (
      SELECT own.conversation_id, own.request, own.requested_at, own.other_user_id, m.id AS message_id, m.content
      FROM ${requestsOf(userId, state)} ${after}
      ORDER BY own.requested_at DESC, own.conversation_id DESC LIMIT ${start.limit + 1} OFFSET ${start.offset}
    ) page JOIN users u ON u.id = page.other_user_id
    ORDER BY page.requested_at DESC, page.conversation_id DESC`.execute(db);
  return rows;
}

/** Returns the number of waiting requests, up to MAX_COUNTED_REQUESTS. */
export async function countWaiting(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM (
      SELECT 1 FROM ${requestsOf(userId, 'waiting')} LIMIT ${MAX_COUNTED_REQUESTS}
    ) counted`.execute(db);
  return rows[0]?.count ?? 0;
}

export type OneRequest = { other_user_id: string; request: State | null; message_id: string | null };

const oneRequest = (userId: string, conversationId: string): RawBuilder<OneRequest> => sql`
  SELECT own.other_user_id, own.request, (SELECT m.id FROM messages m WHERE m.conversation_id = own.conversation_id
    AND m.sender_id = own.other_user_id AND m.deleted_at IS NULL ORDER BY m.seq DESC LIMIT 1) AS message_id
  FROM conversation_members own
  WHERE own.conversation_id = ${conversationId}::uuid AND own.user_id = ${userId}::uuid
    AND own.requested_at IS NOT NULL AND ${memberVisible(userId, sql.ref('own.other_user_id'))}`;

/** Returns the member's side of a chat that is or was a request; undefined if there is none. */
export async function selectRequest(db: Db, userId: string, conversationId: string): Promise<OneRequest | undefined> {
  return (await oneRequest(userId, conversationId).execute(db)).rows[0];
}

/** Like `selectRequest`, and locks it. */
export async function lockRequest(db: Db, userId: string, conversationId: string): Promise<OneRequest | undefined> {
  return (await sql<OneRequest>`${oneRequest(userId, conversationId)} FOR UPDATE OF own`.execute(db)).rows[0];
}

/** Locks the member's side of a chat and returns its state, null if it is accepted; undefined if there is none. */
export async function lockState(db: Db, userId: string, conversationId: string): Promise<State | null | undefined> {
  const side = await db
    .selectFrom('conversation_members')
    .select('request')
    .where('conversation_id', '=', conversationId)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return side?.request;
}

/** Moves the waiting request that this message is to the ignored ones; undefined if it is not one. */
export async function ignoreRequestOf(
  db: Db,
  userId: string,
  messageId: string,
): Promise<{ conversation_id: string; other_user_id: string } | undefined> {
  return await db
    .updateTable('conversation_members as own')
    .from('messages as m')
    .set({ request: 'ignored' })
    .whereRef('own.conversation_id', '=', 'm.conversation_id')
    .where('m.id', '=', messageId)
    .where('own.user_id', '=', userId)
    .where('own.request', '=', 'waiting')
    .returning(['own.conversation_id', 'own.other_user_id'])
    .executeTakeFirst();
}

/** Moves a request to another state; returns false if it is already there, or is accepted. */
export async function setRequest(db: Db, userId: string, conversationId: string, state: State): Promise<boolean> {
  const changed = await db
    .updateTable('conversation_members')
    .set({ request: state })
    .where('conversation_id', '=', conversationId)
    .where('user_id', '=', userId)
    .where('request', 'is not', null)
    .where('request', '<>', state)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}
