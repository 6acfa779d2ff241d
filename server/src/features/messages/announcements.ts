/** What the windows of the two are told of messages, once these are committed. */

import { defineBroadcast } from '#broadcast.ts';
import type { EventPayload } from '#db/events.ts';
import { combine } from '#db/statements/combine.ts';
import type { Services } from '#services.ts';
import { messageDeleted, messageSent } from './events.ts';
import { selectUnreadOf } from './history/read-queries.ts';
import { loadMessageFor } from './loaders.ts';

type Sent = EventPayload<typeof messageSent>;

/** Sends a message to both, each with addresses of its files that are theirs. */
async function announceMessage({ db, channels }: Services, sent: Sent): Promise<void> {
  const { message: same, messageId, receiverId, senderId } = sent;
  const userIds = [receiverId, senderId];
  if (same) {
    for (const userId of userIds) channels.toMember(userId, 'message', { message: same });
    return;
  }
  for (const { viewerId, message } of await loadMessageFor(db, messageId, userIds))
    channels.toMember(viewerId, 'message', { message });
}

const unreadBroadcast = defineBroadcast<{ userId: string }>('unread-messages');

/** Tells a member's windows how many messages they have not read; what is asked for meanwhile is told with it. */
function answerUnread({ db, channels, serialQueue }: Services): void {
  // Of several members at once: a busy server tells many.
  const count = combine<string, number>({ run: (userIds) => selectUnreadOf(db, userIds), keyOf: (userId) => userId });
  channels.onBroadcast(unreadBroadcast, ({ userId }) =>
    serialQueue.coalesce(`unread-messages:${userId}`, async () =>
      channels.toMemberHere(userId, 'unread', { messages: await count(userId) }),
    ),
  );
}

export function announceMessages(services: Services): void {
  const { channels, events, serialQueue } = services;
  answerUnread(services);
  events.after(messageSent, (sent) => {
    const { conversationId, receiverId } = sent;
    serialQueue.queue(`messages:${conversationId}`, () => announceMessage(services, sent));
    channels.broadcast(unreadBroadcast, { member: receiverId }, { userId: receiverId });
  });
  events.after(messageDeleted, ({ messageId, conversationId, seq, senderId, receiverId, unreadLeft }) => {
    serialQueue.queue(`messages:${conversationId}`, async () => {
      for (const userId of [senderId, receiverId])
        channels.toMember(userId, 'messageDeleted', { uniquekey: conversationId, _id: messageId, seq });
    });
    if (unreadLeft !== null) channels.broadcast(unreadBroadcast, { member: receiverId }, { userId: receiverId });
  });
}
