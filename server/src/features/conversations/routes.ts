import { fieldTexts } from '@afterhours/contract/constants/fields';
import * as contract from '@afterhours/contract/messages/conversations';
import { requireMember } from '#access/members.ts';
import { LARGEST_INTEGER, pageStart, toPage } from '#db/statements/keyset.ts';
import { memberLeaving } from '#features/account-data/events.ts';
import { loadContact, selectUnreadMessages } from '#features/messages/loaders.ts';
import { memberBlocked } from '#features/moderation/events.ts';
import { fieldProblem, notFound } from '#http/errors/errors.ts';
import type { FeatureContext } from '#http/feature.ts';
import type { Services } from '#services.ts';
import { announceReadMarkers } from './announcements.ts';
import * as commands from './commands.ts';
import { conversationKey, selectBlank, selectConversation, selectConversations, type Which } from './queries.ts';
import { readConversation } from './read-conversation.ts';
import { handleSocketEvents } from './socket-handlers.ts';
import { toBlankView, toConversationView } from './views.ts';

const { conversationMessages } = contract;
const CONVERSATIONS = 'conversations';

/** Returns which section of the list is requested; null for the whole list. Each section has its own cursors. */
const isPinned = (pinned: string | undefined): boolean | null =>
  pinned === 'true' ? true : pinned === 'false' ? false : null;

async function getBlank({ readsNow: db }: Services, viewerId: string, otherId: string) {
  await requireMember(db, viewerId, otherId);
  const [row, contact] = await Promise.all([selectBlank(db, viewerId, otherId), loadContact(db, viewerId, otherId)]);
  if (!row) throw notFound();
  return { ...toBlankView(row), contact: row.self ? null : contact };
}

function bindReads({ bind, services }: FeatureContext): void {
  const db = services.readsNow;

  bind(contract.listConversations, async ({ viewerId, query }) => {
    const start = pageStart(CONVERSATIONS, ['time', 'id'], query);
    const filters = { keyword: query.keyword ?? '', pinned: isPinned(query.pinned) };
    const { rows, unread } = await selectConversations(db, viewerId, filters, start);
    const { items, ...paging } = toPage(CONVERSATIONS, rows, start, conversationKey);
    return { json: JSON.stringify(items.map(toConversationView)), ...paging, unreadMessages: unread };
  });

  bind(contract.getConversation, async ({ viewerId, query }) => {
    const { userId, uniquekey } = query;
    if (userId === undefined && uniquekey === undefined) throw fieldProblem('userId', fieldTexts.required);
    const which: Which = uniquekey === undefined ? { otherId: userId ?? '' } : { conversationId: uniquekey };
    const row = await selectConversation(db, viewerId, which);
    if (row) return { body: toConversationView(row) };
    if (uniquekey !== undefined) throw notFound(conversationMessages.noChat);
    return { body: await getBlank(services, viewerId, userId ?? '') };
  });

  bind(contract.listMessages, ({ viewerId, query }) => readConversation(services, viewerId, query.userId, query));
}

export default function register(context: FeatureContext): void {
  const { bind, services } = context;
  announceReadMarkers(services);
  services.events.within(memberBlocked, (tx, { userId, blockedId }) =>
    commands.resetUnreadOfBlocked(tx, userId, blockedId),
  );
  services.events.within(memberLeaving, commands.resetUnreadOfLeaving);
  handleSocketEvents(services);
  bindReads(context);

  bind(contract.setMessagesRead, async ({ viewerId, body }) => {
    const seq = Math.min(body.seq, LARGEST_INTEGER);
    const readMarkers = await commands.setMessagesRead(services, viewerId, { otherId: body.user_id }, seq);
    const { conversation_id, read_seq, unread_count } = readMarkers;
    return {
      body: { uniquekey: conversation_id, readSeq: read_seq, unreadCount: unread_count },
      unreadMessages: await selectUnreadMessages(services.db, viewerId),
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
      unreadMessages: await selectUnreadMessages(services.db, viewerId),
    };
  });
}
