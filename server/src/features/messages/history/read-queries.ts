import { type RawBuilder, sql } from 'kysely';
import { isForMember } from '#access/audience.ts';
import { memberVisible } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import type { CursorKey, PageStart } from '#db/statements/keyset.ts';
import { anyValue, prepare } from '#db/statements/prepared.ts';
import { personColumns } from '#features/people/loaders.ts';
import type { AttachmentRow, MessageRow, SharedFileRow } from '../views.ts';

/** SQL for the messages for which a condition on `m` holds. */
const messagesWhere = (condition: RawBuilder<unknown>): RawBuilder<MessageRow> => sql<MessageRow>`
  SELECT m.id AS message_id, m.conversation_id, m.seq, m.content, m.client_id, m.created_at, m.deleted_at,
    CASE WHEN c.member_a = m.sender_id THEN c.member_b ELSE c.member_a END AS receiver_id,
    EXISTS (SELECT 1 FROM message_attachments a WHERE a.message_id = m.id) AS has_files,
    p.id AS post_id, p.title, p.opening, p.salary, p.description,
    u.id, ${personColumns}
  FROM messages m JOIN conversations c ON c.id = m.conversation_id JOIN users u ON u.id = m.sender_id
  LEFT JOIN posts p ON p.id = m.post_id AND p.hidden_by IS NULL AND ${isForMember(sql.ref('m.sender_id'))}
  WHERE ${condition}`;

export async function selectMessage(db: Db, messageId: string): Promise<MessageRow | undefined> {
  const { rows } = await messagesWhere(sql`m.id = ${messageId}::uuid`).execute(db);
  return rows[0];
}

const RECENT = 100;

/** Returns the id of a member's newest message among the latest of a conversation. */
export async function selectNewestMessageId(
  db: Db,
  conversationId: string,
  senderId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    SELECT recent.id FROM (
      SELECT m.id, m.sender_id, m.seq FROM messages m WHERE m.conversation_id = ${conversationId}::uuid
      ORDER BY m.seq DESC LIMIT ${RECENT}
    ) recent
    WHERE recent.sender_id = ${senderId}::uuid ORDER BY recent.seq DESC LIMIT 1`.execute(db);
  return rows[0]?.id;
}

export const attachmentColumns = sql`
  a.id AS attachment_id, a.message_id, a.kind, a.filename, a.name, a.content_type, a.bytes, a.width, a.height,
  a.placeholder`;

/** Returns the files of these messages, in each message's order. */
export async function selectAttachments(db: Db, messageIds: readonly string[]): Promise<AttachmentRow[]> {
  if (messageIds.length === 0) return [];
  const { rows } = await sql<AttachmentRow>`
    SELECT ${attachmentColumns} FROM message_attachments a
    WHERE a.message_id = ANY(${[...messageIds]}::uuid[]) ORDER BY a.message_id, a.position`.execute(db);
  return rows;
}

export const fileKey = (row: SharedFileRow): CursorKey => [row.seq, row.position];

/** Whether a member has a conversation with another member who is visible to them. */
export async function hasConversation(db: Db, userId: string, otherId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM conversation_members own WHERE own.user_id = ${userId}::uuid
      AND own.other_user_id = ${otherId}::uuid
      AND ${memberVisible(userId, sql.ref('own.other_user_id'))}`.execute(db);
  return rows.length > 0;
}

/**
 * Returns one page, and one row more, of the files that a member can see in their conversation with another member,
 * newest first.
 */
export async function selectSharedFiles(
  db: Db,
  userId: string,
  otherId: string,
  start: PageStart,
): Promise<SharedFileRow[]> {
  const after = start.after
    ? sql`AND (a.seq, a.position) < (${start.after[0]}::integer, ${start.after[1]}::integer)`
    : sql``;
  const { rows } = await sql<SharedFileRow>`
    SELECT ${attachmentColumns}, a.seq, a.position, m.sender_id, m.created_at
    FROM conversation_members own
    JOIN message_attachments a ON a.conversation_id = own.conversation_id AND a.seq > own.cleared_seq
    JOIN messages m ON m.id = a.message_id
    WHERE own.user_id = ${userId}::uuid AND own.other_user_id = ${otherId}::uuid
      AND ${memberVisible(userId, sql.ref('own.other_user_id'))} ${after}
    ORDER BY a.seq DESC, a.position DESC LIMIT ${start.limit + 1} OFFSET ${start.offset}`.execute(db);
  return rows;
}

/** Returns a file for a member; undefined if it is deleted, cleared by them, or belongs to another conversation. */
export async function selectFileFor(db: Db, userId: string, filename: string): Promise<AttachmentRow | undefined> {
  const { rows } = await sql<AttachmentRow>`
    SELECT ${attachmentColumns} FROM message_attachments a
    JOIN conversation_members own ON own.conversation_id = a.conversation_id AND own.user_id = ${userId}::uuid
    WHERE a.filename = ${filename} AND a.seq > own.cleared_seq
      AND ${memberVisible(userId, sql.ref('own.other_user_id'))}`.execute(db);
  return rows[0];
}

/** The data that is needed to send a file. */
export type ServedFile = Pick<AttachmentRow, 'kind' | 'filename' | 'name' | 'content_type' | 'width'>;

/**
 * Returns a file of a reported message for a member of the staff, but not for the member whom the case is about. A
 * document is described by the copy in its case.
 */
export async function selectEvidenceFor(db: Db, userId: string, filename: string): Promise<ServedFile | undefined> {
  const { rows } = await sql<ServedFile>`
    SELECT h.kind, h.filename, coalesce(document ->> 'name', h.filename) AS name,
      coalesce(document ->> 'type', 'image/jpeg') AS content_type, h.width
    FROM held_files h JOIN cases c ON c.id = h.holder_id AND c.subject_kind = 'message'
    JOIN staff s ON s.user_id = ${userId}::uuid AND s.user_id <> c.member_id
    LEFT JOIN LATERAL jsonb_array_elements(c.evidence -> 'documents') document ON document ->> 'file' = h.filename
    WHERE h.filename = ${filename} AND h.folder = 'message' AND (h.kind = 'image' OR document IS NOT NULL)
    LIMIT 1`.execute(db);
  return rows[0];
}

const selectUnreadCounts = prepare<{ userIds: readonly string[] }, { user_id: string; unread_messages: number }>(
  'unread-messages',
  ({ userIds }) => sql<{ user_id: string; unread_messages: number }>`
    SELECT user_id, unread_messages FROM member_counters WHERE user_id = ANY
      (${anyValue(sql`${userIds}::uuid[]`)}::uuid[])`,
);

/** Returns the unread counts of several members, in their order. */
export async function selectUnreadOf(db: Db, userIds: readonly string[]): Promise<number[]> {
  const counts = new Map((await selectUnreadCounts(db, { userIds })).map((row) => [row.user_id, row.unread_messages]));
  return userIds.map((userId) => counts.get(userId) ?? 0);
}

/** Returns a member's unread count across all conversations. */
export const selectUnreadMessages = async (db: Db, userId: string): Promise<number> =>
  (await selectUnreadOf(db, [userId]))[0] ?? 0;
