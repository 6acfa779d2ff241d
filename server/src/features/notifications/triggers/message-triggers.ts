import type { EventPayload } from '#db/events.ts';
import { conversationSeen } from '#features/conversations/events.ts';
import { messageDeleted, messageSent } from '#features/messages/events.ts';
import type { Services } from '#services.ts';
import { groupKey } from '../groups.ts';
import { markGroupReadKeepingNewest, notifyAll, retract } from '../notify.ts';
import type { NewNotification } from '../queries.ts';

type Sent = EventPayload<typeof messageSent>;

function messageNotification({ senderId, receiverId, conversationId, jobPostId }: Sent): NewNotification {
  const about =
    jobPostId === null
      ? { type: 'message' as const, groupKey: groupKey.chat(conversationId), kind: 'messaged' as const }
      : { type: 'event' as const, groupKey: groupKey.application(jobPostId, senderId), kind: 'applied' as const };
  return {
    ...about,
    userId: receiverId,
    actorId: senderId,
    parentId: jobPostId ?? senderId,
    postId: jobPostId,
    commentId: null,
    link: `/Messages#${senderId}`,
  };
}

export function listenToMessages({ events }: Services): void {
  events.withinAll(messageSent, async (tx, all) => {
    // A message request does not notify: its receiver finds it among the requests.
    const applications = all.filter((event) => event.jobPostId !== null);
    await notifyAll(tx, 'notify_event', applications.map(messageNotification), { once: false });
    const messages = all.filter((event) => event.jobPostId === null && !event.request);
    await notifyAll(tx, 'notify_message', messages.map(messageNotification), { once: false });
  });
  events.within(conversationSeen, (tx, { conversationId, userId }) =>
    markGroupReadKeepingNewest(tx, userId, groupKey.chat(conversationId)),
  );
  events.within(messageDeleted, async (tx, { receiverId, senderId, conversationId, unreadLeft }) => {
    // Without unread messages, there is nothing left to notify about.
    if (unreadLeft === 0) await retract(tx, receiverId, groupKey.chat(conversationId), senderId);
  });
}
