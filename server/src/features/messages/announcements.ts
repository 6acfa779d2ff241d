/** Sends messages to the tabs of both members after the commit. */
import { defineBroadcast } from '#broadcast.ts';
import type { EventPayload } from '#db/events.ts';
import { batchCalls } from '#db/statements/batch-calls.ts';
import type { Services } from '#services.ts';
import { messageDeleted, messageSent, messageShown, requestChanged } from './events.ts';
import { selectUnreadOf } from './history/read-queries.ts';
import { loadMessageForMembers } from './loaders.ts';

type Sent = EventPayload<typeof messageSent>;

/** Sends a message to both members, with file addresses of their own, or a request to its sender alone. */
async function announceMessage({ db, channels }: Services, sent: Sent): Promise<void> {
  const { message: sharedView, messageId, receiverId, senderId } = sent;
  const userIds = sent.request ? [senderId] : [receiverId, senderId];
  if (sharedView) {
    for (const userId of userIds) channels.toMember(userId, 'message', { message: sharedView });
    return;
  }
  for (const { viewerId, message } of await loadMessageForMembers(db, messageId, userIds))
    channels.toMember(viewerId, 'message', { message });
}

const unreadBroadcast = defineBroadcast<{ userId: string }>('unread-messages');

/** Sends a member's tabs their unread count; broadcasts that arrive in the meantime are combined. */
function sendUnreadOnBroadcast({ db, channels, serialQueue }: Services): void {
  // Reads the counts of several members at a time, because a busy server sends many.
  const count = batchCalls<string, number>({
    run: (userIds) => selectUnreadOf(db, userIds),
    keyOf: (userId) => userId,
  });
  channels.onBroadcast(unreadBroadcast, ({ userId }) =>
    serialQueue.coalesce(`unread-messages:${userId}`, async () =>
      channels.toMemberHere(userId, 'unread', { messages: await count(userId) }),
    ),
  );
}

export function announceMessages(services: Services): void {
  const { channels, events, serialQueue } = services;
  sendUnreadOnBroadcast(services);
  events.after(messageSent, (sent) => {
    const { conversationId, receiverId } = sent;
    serialQueue.queue(`messages:${conversationId}`, () => announceMessage(services, sent));
    if (!sent.request) channels.broadcast(unreadBroadcast, { member: receiverId }, { userId: receiverId });
  });
  events.after(requestChanged, ({ conversationId: uniquekey, senderId, receiverId, request }) => {
    channels.toMember(receiverId, 'messageRequest', { uniquekey, user_id: senderId, request });
    if (request !== null) return;
    // The sender learns that it is accepted, and never that it is ignored.
    channels.toMember(senderId, 'messageRequest', { uniquekey, user_id: receiverId, request });
    for (const userId of [senderId, receiverId]) channels.broadcast(unreadBroadcast, { member: userId }, { userId });
  });
  events.after(messageDeleted, ({ messageId, conversationId, seq, senderId, receiverId, unreadLeft }) => {
    serialQueue.queue(`messages:${conversationId}`, async () => {
      for (const userId of [senderId, receiverId])
        channels.toMember(userId, 'messageDeleted', { uniquekey: conversationId, _id: messageId, seq });
    });
    if (unreadLeft !== null) channels.broadcast(unreadBroadcast, { member: receiverId }, { userId: receiverId });
  });
  events.after(messageShown, ({ conversationId, senderId, receiverId, unread }) => {
    for (const userId of [senderId, receiverId])
      channels.toMember(userId, 'messageShown', { uniquekey: conversationId });
    if (unread) channels.broadcast(unreadBroadcast, { member: receiverId }, { userId: receiverId });
  });
}
