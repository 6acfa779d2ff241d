/**
 * The read markers of one member's side. The unread messages are the other member's messages after the read and cleared
 * ones, without deleted ones. The column is exact because every writer locks the row: a message adds one, and a marker
 * recounts in a statement that starts after the lock and therefore sees every message that the row has counted.
 */
import { sql } from 'kysely';
import { memberVisible } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import type { Which } from './queries.ts';

export type HeldSide = { conversation_id: string; other_user_id: string };

/** Locks a member's side of a conversation; returns undefined if there is none. */
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

/**
 * Moves the read marker up to a number, never back and never past the last message; returns false if it is already
 * there. Looking at a message request does not mark it as read, because its sender would learn of that.
 */
export async function raiseRead(db: Db, userId: string, conversationId: string, seq: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE conversation_members own
    SET read_seq = upto.seq, delivered_seq = greatest(own.delivered_seq, upto.seq),
      unread_count = (
        SELECT count(*)::integer FROM messages m
        WHERE m.conversation_id = own.conversation_id AND m.seq > greatest(upto.seq, own.cleared_seq)
          AND m.sender_id <> own.user_id AND m.deleted_at IS NULL
      )
    FROM (SELECT least(${seq}::integer, c.last_seq) AS seq FROM conversations c
      WHERE c.id = ${conversationId}::uuid) upto
    WHERE own.conversation_id = ${conversationId}::uuid AND own.user_id = ${userId}::uuid AND own.read_seq < upto.seq
      AND own.request IS NULL
  `.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Moves the delivery marker in the same way. */
export async function raiseDelivered(db: Db, userId: string, conversationId: string, seq: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE conversation_members own SET delivered_seq = upto.seq
    FROM (SELECT least(${seq}::integer, c.last_seq) AS seq FROM conversations c
      WHERE c.id = ${conversationId}::uuid) upto
    WHERE own.conversation_id = ${conversationId}::uuid AND own.user_id = ${userId}::uuid
      AND own.delivered_seq < upto.seq AND own.request IS NULL`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Hides all current messages from one member. Their read marker does not move: hiding is not reading. */
export async function clearSide(db: Db, userId: string, conversationId: string): Promise<void> {
  await sql`
    UPDATE conversation_members own
    SET cleared_seq = c.last_seq, unread_count = 0, last_message_at = NULL, pinned = false
    FROM conversations c
    WHERE c.id = own.conversation_id AND own.conversation_id = ${conversationId}::uuid
      AND own.user_id = ${userId}::uuid`.execute(db);
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

/** Returns the id of two members' conversation, whether it is visible to them or not. */
export async function selectConversationId(db: Db, userId: string, otherId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('conversation_members')
    .select('conversation_id')
    .where('user_id', '=', userId)
    .where('other_user_id', '=', otherId)
    .executeTakeFirst();
  return row?.conversation_id;
}

/**
 * Returns a batch of the sides of conversations that have unread messages by this member, in the order in which rows
 * are always locked.
 */
export function selectUnreadOf(
  db: Db,
  senderId: string,
  most: number,
): Promise<{ conversation_id: string; user_id: string }[]> {
  return db
    .selectFrom('conversation_members')
    .select(['conversation_id', 'user_id'])
    .where('other_user_id', '=', senderId)
    .where('unread_count', '>', 0)
    .orderBy('user_id')
    .limit(most)
    .execute();
}
