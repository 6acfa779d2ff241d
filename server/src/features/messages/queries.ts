import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { newId } from '#db/statements/id.ts';
import type { StoredFile } from '#features/uploads/loaders.ts';
import type { MessageRow } from './views.ts';

export async function selectIdByClientId(db: Db, senderId: string, clientId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('messages')
    .select('id')
    .where('sender_id', '=', senderId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  return row?.id;
}

/** Attaches files to a message. */
export async function insertAttachments(
  db: Db,
  { message_id, conversation_id, seq }: Pick<MessageRow, 'message_id' | 'conversation_id' | 'seq'>,
  files: readonly StoredFile[],
): Promise<void> {
  if (files.length === 0) return;
  const rows = files.map(({ id, contentType, ...file }, position) => ({
    ...file,
    id: newId(),
    message_id,
    conversation_id,
    seq,
    position,
    upload_id: id,
    content_type: contentType,
  }));
  await db.insertInto('message_attachments').values(rows).execute();
}

export type LockedMessage = {
  id: string;
  conversation_id: string;
  seq: number;
  sender_id: string;
  receiver_id: string;
};

/**
 * Returns a message in one of the member's conversations, and locks the conversation, so that nothing else changes in
 * it.
 */
export async function lockMessage(db: Db, userId: string, messageId: string): Promise<LockedMessage | undefined> {
  const { rows } = await sql<LockedMessage>`
    SELECT m.id, m.conversation_id, m.seq, m.sender_id,
      CASE WHEN c.member_a = m.sender_id THEN c.member_b ELSE c.member_a END AS receiver_id
    FROM messages m JOIN conversations c ON c.id = m.conversation_id
    WHERE m.id = ${messageId}::uuid AND ${userId}::uuid IN (c.member_a, c.member_b)
    FOR UPDATE OF c`.execute(db);
  return rows[0];
}

/** Empties a message, which keeps its number; returns false if it was already emptied. */
export async function emptyMessage(db: Db, messageId: string): Promise<boolean> {
  const emptied = await db
    .updateTable('messages')
    .set({ content: '', post_id: null, deleted_at: sql`now()` })
    .where('id', '=', messageId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return emptied.numUpdatedRows > 0n;
}

/** Deletes a message's attachments; returns the ids of their uploads. */
export async function deleteAttachments(db: Db, messageId: string): Promise<string[]> {
  const rows = await db
    .deleteFrom('message_attachments')
    .where('message_id', '=', messageId)
    .returning('upload_id')
    .execute();
  return rows.map((row) => row.upload_id);
}

/** Returns whether the chat of this message is a request that its receiver has not accepted, and in which state. */
export async function selectRequest(
  db: Db,
  { conversation_id, receiver_id }: LockedMessage,
): Promise<'waiting' | 'ignored' | null> {
  const side = await db
    .selectFrom('conversation_members')
    .select('request')
    .where('conversation_id', '=', conversation_id)
    .where('user_id', '=', receiver_id)
    .executeTakeFirst();
  return side?.request ?? null;
}

/**
 * Adds or subtracts one unread message in the receiver's unread count. Returns the new count; null if the message has
 * been read, or does not count because it is a request.
 */
export async function countUnread(
  db: Db,
  { conversation_id, receiver_id, seq }: LockedMessage,
  change: 1 | -1,
): Promise<number | null> {
  const row = await db
    .updateTable('conversation_members')
    .set({ unread_count: sql`unread_count + ${change}` })
    .where('conversation_id', '=', conversation_id)
    .where('user_id', '=', receiver_id)
    .where('read_seq', '<', seq)
    .where('cleared_seq', '<', seq)
    .where('request', 'is', null)
    .returning('unread_count')
    .executeTakeFirst();
  return row?.unread_count ?? null;
}
