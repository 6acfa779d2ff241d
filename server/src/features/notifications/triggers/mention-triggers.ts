import type { EventPayload } from '#db/events.ts';
import { membersMentioned } from '#features/mentions/events.ts';
import type { Services } from '#services.ts';
import { groupKey } from '../groups.ts';
import { notifyAll, postLink } from '../notify.ts';
import type { NewNotification } from '../queries.ts';

type Mentioned = EventPayload<typeof membersMentioned>;

/**
 * Comments on one post that mention a member share one notification while it is unread; the post itself has another.
 */
const notificationsFor = ({ postId, commentId, actorId, text, userIds }: Mentioned): NewNotification[] =>
  userIds.map((userId) => ({
    userId,
    actorId,
    type: 'comment',
    groupKey: commentId === null ? groupKey.mentionInPost(postId) : groupKey.mentionsInComments(postId),
    parentId: commentId ?? postId,
    postId,
    commentId,
    text,
    kind: 'mentioned',
    link: postLink(postId),
  }));

export function listenToMentions({ events }: Services): void {
  events.withinAll(membersMentioned, (tx, all) =>
    notifyAll(tx, 'notify_comment', all.flatMap(notificationsFor), { once: false }),
  );
}
