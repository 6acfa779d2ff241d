import type { Message } from '@afterhours/contract/messages/messages';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isForMember } from '#access/audience.ts';
import type { Database } from '#db/schema/schema.ts';
import { loadNamed } from '#features/mentions/loaders.ts';
import type { PersonRow } from '#features/people/views.ts';
import { loadSigner, noFiles } from '#features/uploads/loaders.ts';
import { attachmentColumns, selectAttachments, selectMessage } from './history/read-queries.ts';
import { type MessageRow, type PageRow, toMessageView, toPageViews } from './views.ts';

export { selectNewestMessageId, selectUnreadMessages } from './history/read-queries.ts';
export { acceptRequests } from './requests/accept-queries.ts';
export { loadContact } from './requests/classify-first-message.ts';
export { createSend } from './send/send.ts';
export type { Enclosed } from './send/stages.ts';

async function toViews(db: Kysely<Database>, rows: readonly MessageRow[], viewerId: string): Promise<Message[]> {
  const [attachments, sign, mentions] = await Promise.all([
    selectAttachments(
      db,
      rows.filter((row) => row.has_files).map((row) => row.message_id),
    ),
    loadSigner(db, viewerId),
    loadNamed(
      db,
      viewerId,
      rows.map((row) => row.content),
    ),
  ]);
  const byMessage = Map.groupBy(attachments, (attachment) => attachment.message_id);
  return rows.map((row, index) =>
    toMessageView(row, {
      attachments: byMessage.get(row.message_id) ?? [],
      sign,
      mentions: mentions[index] ?? [],
    }),
  );
}

/** Returns a message as one of its two members sees it; undefined if it does not exist. */
export async function loadMessage(
  db: Kysely<Database>,
  messageId: string,
  viewerId: string,
): Promise<Message | undefined> {
  const row = await selectMessage(db, messageId);
  return row && (await toViews(db, [row], viewerId))[0];
}

/** Returns a message as each of these members sees it, to send it to both at once; empty if it does not exist. */
export async function loadMessageForMembers(
  db: Kysely<Database>,
  messageId: string,
  viewerIds: readonly string[],
): Promise<{ viewerId: string; message: Message }[]> {
  const [row, attachments] = await Promise.all([selectMessage(db, messageId), selectAttachments(db, [messageId])]);
  if (!row) return [];
  return Promise.all(
    viewerIds.map(async (viewerId) => ({
      viewerId,
      message: toMessageView(row, {
        attachments,
        sign: await loadSigner(db, viewerId),
        mentions: (await loadNamed(db, viewerId, [row.content]))[0] ?? [],
      }),
    })),
  );
}

/** A range of a conversation: the messages before a number, newest first, or after it, oldest first. */
export type Direction = 'older' | 'newer';
type MessageRange = { conversationId: RawBuilder<unknown>; above: RawBuilder<unknown>; from: number; rows: number };

const beyond = { older: sql`<`, newer: sql`>` };
const order = { older: sql`DESC`, newer: sql`ASC` };

/**
 * SQL for a PageRow of at most `rows` messages in a range of the conversation, none at or below `above`, with their
 * files and jobs, which are loaded once per page instead of once per message.
 */
export const messagesPage = (direction: Direction, range: MessageRange): RawBuilder<PageRow> => {
  const { conversationId, above, from, rows } = range;
  const within = (row: string) => sql`
    ${sql.ref(`${row}.conversation_id`)} = ${conversationId} AND ${sql.ref(`${row}.seq`)} BETWEEN page.first
      AND page.last`;
  return sql<PageRow>`
    SELECT page.messages,
      (SELECT json_agg(file) FROM (
        SELECT ${attachmentColumns} FROM message_attachments a WHERE ${within('a')} ORDER BY a.seq, a.position
      ) file) AS files,
      CASE WHEN page.has_jobs THEN (SELECT json_agg(job) FROM (
        SELECT DISTINCT p.id AS post_id, p.title, p.opening, p.salary, p.description
        FROM messages applied JOIN posts p ON p.id = applied.post_id
        WHERE ${within('applied')} AND p.hidden_by IS NULL AND ${isForMember(sql.ref('applied.sender_id'))}
      ) job) END AS jobs
    FROM (
      SELECT json_agg(row) AS messages, min(row.seq) AS first, max(row.seq) AS last,
        bool_or(row.post_id IS NOT NULL) AS has_jobs
      FROM (
        SELECT m.id, m.seq, m.sender_id, m.content, m.client_id, m.post_id, m.deleted_at IS NOT NULL AS deleted,
          m.created_at
        FROM messages m
        WHERE m.conversation_id = ${conversationId} AND m.seq ${beyond[direction]} ${from}::integer AND m.seq > ${above}
        ORDER BY m.seq ${order[direction]} LIMIT ${rows}::integer
      ) row
    ) page`;
};

type Reading = { direction: Direction; limit: number; viewerId: string; conversationId: string };

/**
 * Returns the messages of a page that was loaded with one more than `limit`, in ascending order, and whether there are
 * more.
 */
export async function loadPageViews(
  db: Kysely<Database>,
  page: PageRow,
  members: readonly [PersonRow, PersonRow],
  { direction, limit, viewerId, conversationId }: Reading,
): Promise<{ messages: Message[]; more: boolean }> {
  const rows = page.messages?.slice(0, limit) ?? [];
  if (direction === 'older') rows.reverse();
  const sign = page.files ? await loadSigner(db, viewerId) : noFiles;
  const mentions = await loadNamed(
    db,
    viewerId,
    rows.map(({ content }) => content),
  );
  const messages = toPageViews({ ...page, messages: rows }, { conversationId, members, sign, mentions });
  return { messages, more: (page.messages?.length ?? 0) > limit };
}
