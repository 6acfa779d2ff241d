import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { newId } from '#db/statements/id.ts';
import type { StoredFile } from '#features/uploads/loaders.ts';

export type NextPlace = { conversationId: string; seq: number; at: Date };

/**
 * Takes the next number in the conversation of two members, which is created when there is none. The conversation stays
 * locked until the end of the transaction, so that messages are numbered in the order of their commits.
 */
export async function takePlace(db: Db, one: string, other: string): Promise<NextPlace> {
  const [a, b] = one < other ? [one, other] : [other, one];
  const { rows } = await sql<{ id: string; last_seq: number; last_message_at: Date }>`
    INSERT INTO conversations (id, member_a, member_b, last_seq, last_message_at)
    VALUES (${newId()}, ${a}, ${b}, 1, clock_timestamp())
    ON CONFLICT (member_a, member_b)
    DO UPDATE SET last_seq = conversations.last_seq + 1, last_message_at = clock_timestamp()
    RETURNING id, last_seq, last_message_at`.execute(db);
  const row = rows[0];
  if (!row) throw new Error('an upsert returned no row');
  return { conversationId: row.id, seq: row.last_seq, at: row.last_message_at };
}

export type MessageFields = { senderId: string; content: string; postId: string | null; clientId: string | null };

/** Stores a message and returns its id; null when its sender has used this client id before. */
export async function insertMessage(db: Db, place: NextPlace, fields: MessageFields): Promise<string | null> {
  const row = await db
    .insertInto('messages')
    .values({
      id: newId(),
      conversation_id: place.conversationId,
      seq: place.seq,
      sender_id: fields.senderId,
      content: fields.content,
      post_id: fields.postId,
      client_id: fields.clientId,
      created_at: place.at,
    })
    .onConflict((conflict) =>
      conflict.columns(['sender_id', 'client_id']).where('client_id', 'is not', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function selectIdByClientId(db: Db, senderId: string, clientId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('messages')
    .select('id')
    .where('sender_id', '=', senderId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  return row?.id;
}

export async function insertAttachments(
  db: Db,
  messageId: string,
  place: NextPlace,
  files: readonly StoredFile[],
): Promise<void> {
  if (files.length === 0) return;
  const rows = files.map(({ id, contentType, ...file }, position) => ({
    ...file,
    id: newId(),
    message_id: messageId,
    conversation_id: place.conversationId,
    seq: place.seq,
    position,
    upload_id: id,
    content_type: contentType,
  }));
  await db.insertInto('message_attachments').values(rows).execute();
}

/** Puts the conversation first in both members' lists, and adds one to the receiver's unread count. */
export async function touchMembers(db: Db, place: NextPlace, senderId: string, receiverId: string): Promise<void> {
  await sql`
    INSERT INTO conversation_members AS held
      (conversation_id, user_id, other_user_id, unread_count, last_message_at)
    VALUES
      (${place.conversationId}, ${senderId}, ${receiverId}, 0, ${place.at}),
      (${place.conversationId}, ${receiverId}, ${senderId}, 1, ${place.at})
    ON CONFLICT (conversation_id, user_id) DO UPDATE
    SET unread_count = held.unread_count + excluded.unread_count, last_message_at = excluded.last_message_at`.execute(
    db,
  );
}

/** Stores an application; returns false when the member has applied to that job before. */
export async function insertJobApplication(db: Db, userId: string, postId: string): Promise<boolean> {
  const inserted = await db
    .insertInto('job_applications')
    .values({ id: newId(), user_id: userId, post_id: postId })
    .onConflict((conflict) => conflict.columns(['user_id', 'post_id']).doNothing())
    .executeTakeFirst();
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export type HeldMessage = { id: string; conversation_id: string; seq: number; sender_id: string; receiver_id: string };

/** Returns a message of the member's conversations and locks the conversation, so that nothing else changes in it. */
export async function lockMessage(db: Db, userId: string, messageId: string): Promise<HeldMessage | undefined> {
  const { rows } = await sql<HeldMessage>`
    SELECT m.id, m.conversation_id, m.seq, m.sender_id,
      CASE WHEN c.member_a = m.sender_id THEN c.member_b ELSE c.member_a END AS receiver_id
    FROM messages m JOIN conversations c ON c.id = m.conversation_id
    WHERE m.id = ${messageId}::uuid AND ${userId}::uuid IN (c.member_a, c.member_b)
    FOR UPDATE OF c`.execute(db);
  return rows[0];
}

/** Empties a message, which keeps its number; returns false when it was emptied before. */
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

/**
 * Subtracts one from the receiver's unread count for an unread message. Returns the remaining count, null when it was
 * read.
 */
export async function forgetUnread(db: Db, { conversation_id, receiver_id, seq }: HeldMessage): Promise<number | null> {
  const row = await db
    .updateTable('conversation_members')
    .set({ unread_count: sql`unread_count - 1` })
    .where('conversation_id', '=', conversation_id)
    .where('user_id', '=', receiver_id)
    .where('read_seq', '<', seq)
    .where('cleared_seq', '<', seq)
    .returning('unread_count')
    .executeTakeFirst();
  return row?.unread_count ?? null;
}
