import type { Message } from '@afterhours/contract/messages';
import type { Kysely } from 'kysely';
import type { Db } from '#db/pool.ts';
import type { Database } from '#db/schema.ts';
import {
  type Stretch,
  selectAttachments,
  selectMessage,
  selectMessages,
  selectNewestBy,
  selectUnreadMessages,
} from './read-queries.ts';
import { loadSigner } from './signed-urls.ts';
import { type MessageRow, toMessageView } from './views.ts';

async function toViews(db: Kysely<Database>, rows: readonly MessageRow[], viewerId: string): Promise<Message[]> {
  const [attachments, sign] = await Promise.all([
    selectAttachments(
      db,
      rows.filter((row) => row.has_files).map((row) => row.message_id),
    ),
    loadSigner(db, viewerId),
  ]);
  const byMessage = Map.groupBy(attachments, (attachment) => attachment.message_id);
  return rows.map((row) => toMessageView(row, byMessage.get(row.message_id) ?? [], sign));
}

/** A message as one of its two members sees it; undefined when it is not there. */
export async function loadMessage(
  db: Kysely<Database>,
  messageId: string,
  viewerId: string,
): Promise<Message | undefined> {
  const row = await selectMessage(db, messageId);
  return row && (await toViews(db, [row], viewerId))[0];
}

/** A message as each of these members sees it, for telling both at once; empty when it is not there. */
export async function loadMessageFor(
  db: Kysely<Database>,
  messageId: string,
  viewerIds: readonly string[],
): Promise<{ viewerId: string; message: Message }[]> {
  const [row, attachments] = await Promise.all([selectMessage(db, messageId), selectAttachments(db, [messageId])]);
  if (!row) return [];
  return Promise.all(
    viewerIds.map(async (viewerId) => ({
      viewerId,
      message: toMessageView(row, attachments, await loadSigner(db, viewerId)),
    })),
  );
}

/** A stretch of a conversation in ascending order, and whether there is more of it. */
export async function loadMessages(
  db: Kysely<Database>,
  stretch: Stretch,
  limit: number,
  viewerId: string,
): Promise<{ messages: Message[]; more: boolean }> {
  const rows = await selectMessages(db, stretch, limit);
  const page = rows.slice(0, limit);
  if (stretch.direction === 'older') page.reverse();
  return { messages: await toViews(db, page, viewerId), more: rows.length > limit };
}

/** The id of the newest message that a member has stored in a conversation. */
export const loadNewestMessageId = (db: Db, conversationId: string, senderId: string): Promise<string | undefined> =>
  selectNewestBy(db, conversationId, senderId);

/** How many messages a member has not read, over all conversations. */
export const loadUnreadMessages = (db: Db, userId: string): Promise<number> => selectUnreadMessages(db, userId);
