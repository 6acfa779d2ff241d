/** Loads a page of a conversation, or the messages after a number, and marks them as read. */
import type { Message } from '@afterhours/contract/messages/messages';
import { requireMember } from '#access/members.ts';
import { isUnreachable } from '#db/connection/unreachable.ts';
import { LARGEST_INTEGER, pageStart, toPage } from '#db/statements/keyset.ts';
import { loadPageViews, selectUnreadMessages } from '#features/messages/loaders.ts';
import type { Services } from '#services.ts';
import { setMessagesRead } from './commands.ts';
import { selectOpened } from './queries.ts';
import type { ReadMarkersRow } from './views.ts';

const MESSAGES = 'messages';

type PageRequest = {
  limit: number;
  cursor?: string | undefined;
  after?: number | undefined;
  read?: string | undefined;
};

/** Returns the cursor of the page before these messages. */
function cursorBefore(messages: readonly Message[], more: boolean, start: ReturnType<typeof pageStart>): string | null {
  const newestFirst = messages.toReversed();
  const side = more ? [...newestFirst, ...newestFirst.slice(-1)] : newestFirst;
  return toPage(MESSAGES, side, start, (message) => [message.seq]).nextCursor;
}

async function readNothing({ readsNow: db }: Services, viewerId: string, otherId: string, limit: number) {
  await requireMember(db, viewerId, otherId);
  const none = { uniquekey: null, lastSeq: 0, readSeq: 0, otherReadSeq: null, otherDeliveredSeq: 0 };
  return {
    body: [],
    limit,
    nextCursor: null,
    more: false,
    ...none,
    unreadMessages: await selectUnreadMessages(db, viewerId),
  };
}

/** Marks the returned messages as read, unless they already are or the caller asks not to. */
async function markRead(
  services: Services,
  viewerId: string,
  side: ReadMarkersRow,
  newest: number,
  { read }: PageRequest,
): Promise<ReadMarkersRow> {
  if (read === 'false' || newest <= side.read_seq || side.is_request) return side;
  try {
    return await setMessagesRead(services, viewerId, { otherId: side.other_user_id }, newest);
  } catch (error) {
    // While the database accepts no writes, the messages are shown now and marked the next time.
    if (!isUnreachable(error)) throw error;
    return side;
  }
}

/**
 * Returns a page of the conversation with a member, or the messages after a number; throws a 404 if the member is not
 * visible.
 */
export async function readConversation(services: Services, viewerId: string, otherId: string, page: PageRequest) {
  const { limit, cursor, after } = page;
  const start = pageStart(MESSAGES, ['integer'], { limit, cursor });
  const direction = after === undefined ? 'older' : 'newer';
  const from = after ?? Number(start.after?.[0] ?? LARGEST_INTEGER);
  const db = services.readsNow;
  const side = await selectOpened(db, direction, { userId: viewerId, otherId, from, rows: limit + 1 });
  if (!side) return readNothing(services, viewerId, otherId, limit);
  const reading = { direction, limit, viewerId, conversationId: side.conversation_id } as const;
  const { messages, more } = await loadPageViews(db, side, [side.me, side.other], reading);
  const readMarkers = await markRead(services, viewerId, side, messages.at(-1)?.seq ?? 0, page);
  return {
    json: JSON.stringify(messages),
    limit,
    nextCursor: direction === 'newer' ? null : cursorBefore(messages, more, start),
    more,
    uniquekey: readMarkers.conversation_id,
    lastSeq: readMarkers.last_seq,
    readSeq: readMarkers.read_seq,
    otherReadSeq: readMarkers.receipts ? readMarkers.other_read_seq : null,
    otherDeliveredSeq: readMarkers.other_delivered_seq,
    unreadMessages: readMarkers.unread_total,
  };
}
