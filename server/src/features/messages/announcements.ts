/** What the windows of the two are told of messages, once these are committed. */
import { defineNews } from '#realtime/news.ts';
import type { Services } from '#services.ts';
import { messageDeleted, messageSent } from './events.ts';
import { loadMessageFor } from './loaders.ts';
import { selectUnreadMessages } from './read-queries.ts';

/** Sends a message to both, each with addresses of its files that are theirs. */
async function announceMessage({ db, channels }: Services, messageId: string, userIds: string[]): Promise<void> {
  for (const { viewerId, message } of await loadMessageFor(db, messageId, userIds))
    channels.toMember(viewerId, 'message', { message });
}

const unreadNews = defineNews<{ userId: string }>('unread-messages');

/** Tells a member's windows how many messages they have not read; what is asked for meanwhile is told with it. */
function answerUnread({ db, channels, turns }: Services): void {
  channels.onNews(unreadNews, ({ userId }) =>
    turns.coalesce(`unread-messages:${userId}`, async () =>
      channels.toMemberHere(userId, 'unread', { messages: await selectUnreadMessages(db, userId) }),
    ),
  );
}

export function announceMessages(services: Services): void {
  const { channels, events, turns } = services;
  answerUnread(services);
  events.after(messageSent, ({ messageId, conversationId, senderId, receiverId }) => {
    turns.queue(`messages:${conversationId}`, () => announceMessage(services, messageId, [receiverId, senderId]));
    channels.bring(unreadNews, { member: receiverId }, { userId: receiverId });
  });
  events.after(messageDeleted, ({ messageId, conversationId, seq, senderId, receiverId, unreadLeft }) => {
    turns.queue(`messages:${conversationId}`, async () => {
      for (const userId of [senderId, receiverId])
        channels.toMember(userId, 'messageDeleted', { uniquekey: conversationId, _id: messageId, seq });
    });
    if (unreadLeft !== null) channels.bring(unreadNews, { member: receiverId }, { userId: receiverId });
  });
}
