import { sql } from 'kysely';
import { newId } from '#db/id.ts';
import type { Db } from '#db/pool.ts';
import type { MessageRow } from './views.ts';

export type NextPlace = { conversationId: string; seq: number; at: Date };

/**
 * Takes the next number in the conversation of two members, which is made if there is none. The conversation stays
 * locked until the end of the transaction, so messages are numbered in the order they are committed.
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

export async function insertMessage(
  db: Db,
  place: NextPlace,
  fields: { senderId: string; content: string; postId: string | null },
): Promise<string> {
  const id = newId();
  await db
    .insertInto('messages')
    .values({
      id,
      conversation_id: place.conversationId,
      seq: place.seq,
      sender_id: fields.senderId,
      content: fields.content,
      post_id: fields.postId,
      created_at: place.at,
    })
    .execute();
  return id;
}

/** Puts the conversation first in both members' lists, and one more unread into the receiver's. */
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

/** Keeps an application; false when the member has applied to that job before. */
export async function insertJobApplication(db: Db, userId: string, postId: string): Promise<boolean> {
  const inserted = await db
    .insertInto('job_applications')
    .values({ id: newId(), user_id: userId, post_id: postId })
    .onConflict((conflict) => conflict.columns(['user_id', 'post_id']).doNothing())
    .executeTakeFirst();
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function selectMessage(db: Db, messageId: string): Promise<MessageRow | undefined> {
  const { rows } = await sql<MessageRow>`
    SELECT m.id AS message_id, m.conversation_id, m.seq, m.content, m.created_at,
      CASE WHEN c.member_a = m.sender_id THEN c.member_b ELSE c.member_a END AS receiver_id,
      p.id AS post_id, p.title, p.opening, p.salary, p.description,
      u.id, u.first_name, u.last_name, u.username, u.image, u.profession, u.intro_details
    FROM messages m JOIN conversations c ON c.id = m.conversation_id JOIN users u ON u.id = m.sender_id
    LEFT JOIN posts p ON p.id = m.post_id
    WHERE m.id = ${messageId}::uuid AND m.deleted_at IS NULL`.execute(db);
  return rows[0];
}

export async function selectUnreadMessages(db: Db, userId: string): Promise<number> {
  const row = await db
    .selectFrom('member_counters')
    .select('unread_messages')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.unread_messages ?? 0;
}
