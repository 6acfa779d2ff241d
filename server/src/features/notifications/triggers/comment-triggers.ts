import type { EventPayload } from '#db/events.ts';
import { commentCreated } from '#features/comments/events.ts';
import type { Services } from '#services.ts';
import { groupKey } from '../groups.ts';
import { notifyAll, postLink } from '../notify.ts';
import type { NewNotification } from '../queries.ts';

type Commented = EventPayload<typeof commentCreated>;

function commentNotification(
  event: Commented,
  about: Pick<NewNotification, 'userId' | 'groupKey' | 'kind'>,
): NewNotification {
  return {
    ...about,
    actorId: event.actorId,
    type: 'comment',
    parentId: event.commentId,
    postId: event.postId,
    commentId: event.commentId,
    text: event.text,
    link: postLink(event.postId),
  };
}

/**
 * Returns the notifications of a comment: for the parent's author and the post's owner, or one if they are the same
 * member.
 */
function notificationsFor(event: Commented): NewNotification[] {
  const { parent, postOwnerId, postId } = event;
  const comment = { userId: postOwnerId, groupKey: groupKey.comments(postId), kind: 'commented' as const };
  if (parent === null) return [commentNotification(event, comment)];
  const reply = { userId: parent.ownerId, groupKey: groupKey.replies(parent.commentId), kind: 'replied' as const };
  const notified = [commentNotification(event, reply)];
  // A member notified of a reply need not be notified of the same comment again.
  return parent.ownerId === postOwnerId ? notified : [...notified, commentNotification(event, comment)];
}

export function listenToComments({ events }: Services): void {
  events.withinAll(commentCreated, (tx, all) =>
    notifyAll(tx, 'notify_comment', all.flatMap(notificationsFor), { once: false }),
  );
}
