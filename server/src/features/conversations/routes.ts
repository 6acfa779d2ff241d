import * as contract from '@afterhours/contract/conversations';
import { pageStart, toPage } from '#db/keyset.ts';
import { isUnreachable } from '#db/unreachable.ts';
import { loadMessages, loadUnreadMessages } from '#features/messages/loaders.ts';
import { memberBlocked } from '#features/moderation/events.ts';
import { requireMember } from '#features/people/loaders.ts';
import { fieldProblem, notFound } from '#http/errors.ts';
import type { FeatureContext } from '#http/feature.ts';
import type { Services } from '#services.ts';
import { announceMarks } from './announcements.ts';
import * as commands from './commands.ts';
import {
  conversationKey,
  selectBlank,
  selectConversation,
  selectConversations,
  selectMarks,
  type Which,
} from './queries.ts';
import { answerSockets } from './socket-answers.ts';
import { type MarksRow, toBlankView, toConversationView } from './views.ts';

const { conversationMessages } = contract;
const CONVERSATIONS = 'conversations';
const MESSAGES = 'messages';
const BEYOND = 2_147_483_647;

/** The sections of the list have cursors of their own. */
const isPinned = (asked: string | undefined): boolean | null =>
  asked === 'true' ? true : asked === 'false' ? false : null;

async function getBlank({ readsNow: db }: Services, viewerId: string, otherId: string) {
  await requireMember(db, viewerId, otherId);
  const row = await selectBlank(db, viewerId, otherId);
  if (!row) throw notFound();
  return toBlankView(row);
}

type Asked = { limit: number; cursor?: string | undefined; after?: number | undefined; read?: string | undefined };

/** A page of a conversation, or what came after a number. */
async function readPage(
  { readsNow: db }: Services,
  viewerId: string,
  marks: MarksRow,
  { limit, cursor, after }: Asked,
) {
  const start = pageStart(MESSAGES, ['integer'], { limit, cursor });
  const newer = after !== undefined;
  const stretch = {
    conversationId: marks.conversation_id,
    direction: newer ? ('newer' as const) : ('older' as const),
    from: newer ? after : Number(start.after?.[0] ?? BEYOND),
    above: marks.cleared_seq,
  };
  const { messages, more } = await loadMessages(db, stretch, limit, viewerId);
  const newestFirst = messages.toReversed();
  const held = more ? [...newestFirst, ...newestFirst.slice(-1)] : newestFirst;
  const { nextCursor } = toPage(MESSAGES, held, start, (message) => [message.seq]);
  return { messages, nextCursor: newer ? null : nextCursor, more };
}

async function listMessages(services: Services, viewerId: string, otherId: string, asked: Asked) {
  const db = services.readsNow;
  const held = await selectMarks(db, viewerId, { otherId });
  if (!held) {
    await requireMember(db, viewerId, otherId);
    const none = { uniquekey: null, lastSeq: 0, readSeq: 0, otherReadSeq: null, otherDeliveredSeq: 0 };
    const unreadMessages = await loadUnreadMessages(db, viewerId);
    return { body: [], limit: asked.limit, nextCursor: null, more: false, ...none, unreadMessages };
  }
  const { messages, ...paging } = await readPage(services, viewerId, held, asked);
  const newest = messages.at(-1)?.seq ?? 0;
  const marks =
    asked.read !== 'false' && newest > held.read_seq
      ? await commands.setMessagesRead(services, viewerId, { otherId }, newest).catch((error: unknown) => {
          // While the database takes no writes, what was read is shown, and read out the next time.
          if (!isUnreachable(error)) throw error;
          return held;
        })
      : held;
  return {
    body: messages,
    limit: asked.limit,
    ...paging,
    uniquekey: marks.conversation_id,
    lastSeq: marks.last_seq,
    readSeq: marks.read_seq,
    otherReadSeq: marks.receipts ? marks.other_read_seq : null,
    otherDeliveredSeq: marks.other_delivered_seq,
    unreadMessages: marks.unread_total,
  };
}

function bindReads({ bind, services }: FeatureContext): void {
  const db = services.readsNow;

  bind(contract.listConversations, async ({ viewerId, query }) => {
    const start = pageStart(CONVERSATIONS, ['time', 'id'], query);
    const filters = { keyword: query.keyword ?? '', pinned: isPinned(query.pinned) };
    const [rows, unreadMessages] = await Promise.all([
      selectConversations(db, viewerId, filters, start),
      loadUnreadMessages(db, viewerId),
    ]);
    const { items, ...paging } = toPage(CONVERSATIONS, rows, start, conversationKey);
    return { body: items.map(toConversationView), ...paging, unreadMessages };
  });

  bind(contract.getConversation, async ({ viewerId, query }) => {
    const { userId, uniquekey } = query;
    if (userId === undefined && uniquekey === undefined) throw fieldProblem('userId', 'This field is required.');
    const which: Which = uniquekey === undefined ? { otherId: userId ?? '' } : { conversationId: uniquekey };
    const row = await selectConversation(db, viewerId, which);
    if (row) return { body: toConversationView(row) };
    if (uniquekey !== undefined) throw notFound(conversationMessages.noChat);
    return { body: await getBlank(services, viewerId, userId ?? '') };
  });

  bind(contract.listMessages, ({ viewerId, query }) => listMessages(services, viewerId, query.userId, query));
}

export default function register(context: FeatureContext): void {
  const { bind, services } = context;
  announceMarks(services);
  services.events.within(memberBlocked, (tx, { userId, blockedId }) => commands.readOutBlocked(tx, userId, blockedId));
  answerSockets(services);
  bindReads(context);

  bind(contract.setMessagesRead, async ({ viewerId, body }) => {
    const seq = Math.min(body.seq, BEYOND);
    const marks = await commands.setMessagesRead(services, viewerId, { otherId: body.user_id }, seq);
    const { conversation_id, read_seq, unread_count } = marks;
    return {
      body: { uniquekey: conversation_id, readSeq: read_seq, unreadCount: unread_count },
      unreadMessages: await loadUnreadMessages(services.db, viewerId),
    };
  });

  bind(contract.setPinned, async ({ viewerId, body }) => {
    const { conversation_id, pinned } = await commands.setPinned(services, viewerId, body.user_id, body.status === 1);
    return {
      message: pinned ? conversationMessages.pinned : conversationMessages.unpinned,
      body: { user_id: body.user_id, uniquekey: conversation_id, status: Number(pinned), pinned },
    };
  });

  bind(contract.deleteChat, async ({ viewerId, body }) => {
    const { conversation_id } = await commands.deleteChat(services, viewerId, body.user_id);
    return {
      message: conversationMessages.chatDeleted,
      body: { user_id: body.user_id, uniquekey: conversation_id },
      unreadMessages: await loadUnreadMessages(services.db, viewerId),
    };
  });
}
