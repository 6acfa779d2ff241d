/**
 * The marks of one member's side. Unread are the other's messages above what was read and cleared, deleted ones not
 * among them; the column is exact because whoever changes it holds the row: a message adds one, a mark counts anew in a
 * statement that begins after the row was locked, and so sees every message that the row has counted.
 */
import { sql } from 'kysely';
import { memberVisible } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import type { Which } from './queries.ts';

export type HeldSide = { conversation_id: string; other_user_id: string };

/** Locks a member's side of a conversation; undefined when there is none. */
export function lockSide(db: Db, userId: string, which: Which): Promise<HeldSide | undefined> {
  const query = db
    .selectFrom('conversation_members')
    .select(['conversation_id', 'other_user_id'])
    .where('user_id', '=', userId)
    .where(memberVisible(userId, sql.ref('other_user_id')))
    .forUpdate();
  return 'otherId' in which
    ? query.where('other_user_id', '=', which.otherId).executeTakeFirst()
    : query.where('conversation_id', '=', which.conversationId).executeTakeFirst();
}

/** Moves the read mark up to a number, never back and never past the last message; false when it stands there already. */
export async function raiseRead(db: Db, userId: string, conversationId: string, seq: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE conversation_members held
    SET read_seq = upto.seq, delivered_seq = greatest(held.delivered_seq, upto.seq),
      unread_count = (
        SELECT count(*)::integer FROM messages m
        WHERE m.conversation_id = held.conversation_id AND m.seq > greatest(upto.seq, held.cleared_seq)
          AND m.sender_id <> held.user_id AND m.deleted_at IS NULL
      )
    FROM (SELECT least(${seq}::integer, c.last_seq) AS seq FROM conversations c WHERE c.id = ${conversationId}::uuid) upto
    WHERE held.conversation_id = ${conversationId}::uuid AND held.user_id = ${userId}::uuid AND held.read_seq < upto.seq
  `.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** The same for what has arrived. */
export async function raiseDelivered(db: Db, userId: string, conversationId: string, seq: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE conversation_members held SET delivered_seq = upto.seq
    FROM (SELECT least(${seq}::integer, c.last_seq) AS seq FROM conversations c WHERE c.id = ${conversationId}::uuid) upto
    WHERE held.conversation_id = ${conversationId}::uuid AND held.user_id = ${userId}::uuid
      AND held.delivered_seq < upto.seq`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Hides all there is now from one member. What they have read stays as it was: hiding is not reading. */
export async function clearSide(db: Db, userId: string, conversationId: string): Promise<void> {
  await sql`
    UPDATE conversation_members held
    SET cleared_seq = c.last_seq, unread_count = 0, last_message_at = NULL, pinned = false
    FROM conversations c
    WHERE c.id = held.conversation_id AND held.conversation_id = ${conversationId}::uuid
      AND held.user_id = ${userId}::uuid`.execute(db);
}

export async function setSidePinned(db: Db, userId: string, conversationId: string, pinned: boolean): Promise<boolean> {
  const changed = await db
    .updateTable('conversation_members')
    .set({ pinned })
    .where('conversation_id', '=', conversationId)
    .where('user_id', '=', userId)
    .where('pinned', '<>', pinned)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

/** The conversation of two members, seen or not. */
export async function selectConversationId(db: Db, userId: string, otherId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('conversation_members')
    .select('conversation_id')
    .where('user_id', '=', userId)
    .where('other_user_id', '=', otherId)
    .executeTakeFirst();
  return row?.conversation_id;
}
