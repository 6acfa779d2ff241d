/**
 * The notification triggers. Each event of another feature writes at most one notification per member, in the event's
 * own transaction: never for the member's own action, only if the matching switch is on, and, for actions that can be
 * undone, never twice for the same actor and group.
 */
import type { EventPayload } from '#db/events.ts';
import { commentCreated } from '#features/comments/events.ts';
import { commentLiked, commentUnliked, postLiked, postUnliked } from '#features/likes/events.ts';
import { memberBlocked } from '#features/moderation/events.ts';
import { webinarJoined } from '#features/payments/events.ts';
import type { Services } from '#services.ts';
import { groupKey } from '../groups.ts';
import { announceUnread, notify, notifyAll, postLink, retract, retractAll } from '../notify.ts';
import { deleteNotificationsOf, type NewNotification } from '../queries.ts';
import { listenToDeletions } from './deletion-triggers.ts';
import { listenToHiring } from './hiring-triggers.ts';
import { listenToMentions } from './mention-triggers.ts';
import { listenToMessages } from './message-triggers.ts';
import { listenToModeration } from './moderation-triggers.ts';
import { listenToFollows, listenToInvitations } from './network-triggers.ts';
import { listenToSchedule } from './schedule-triggers.ts';
import { listenToWebinars } from './webinar-triggers.ts';

type PostLike = EventPayload<typeof postLiked>;

const postLikeNotification = ({ postId, ownerId, actorId }: PostLike): NewNotification => ({
  userId: ownerId,
  actorId,
  type: 'like',
  groupKey: groupKey.likesOfPost(postId),
  parentId: postId,
  postId,
  commentId: null,
  kind: 'likedPost',
  link: postLink(postId),
});

function listenToLikes({ events }: Services): void {
  events.withinAll(postLiked, (tx, likes) =>
    notifyAll(tx, 'notify_like', likes.map(postLikeNotification), { once: true }),
  );
  events.withinAll(postUnliked, (tx, likes) => retractAll(tx, likes.map(postLikeNotification)));
  events.within(commentLiked, (tx, { commentId, postId, ownerId, actorId }) =>
    notify(
      tx,
      'notify_like',
      {
        userId: ownerId,
        actorId,
        type: 'like',
        groupKey: groupKey.likesOfComment(commentId),
        parentId: commentId,
        postId,
        commentId,
        kind: 'likedComment',
        link: postLink(postId),
      },
      { once: true },
    ),
  );
  events.within(commentUnliked, (tx, { commentId, ownerId, actorId }) =>
    retract(tx, ownerId, groupKey.likesOfComment(commentId), actorId),
  );
}

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

function listenToComments({ events }: Services): void {
  events.withinAll(commentCreated, (tx, all) =>
    notifyAll(tx, 'notify_comment', all.flatMap(notificationsFor), { once: false }),
  );
}

function listenToPayments({ events }: Services): void {
  events.within(webinarJoined, (tx, { postId, hostId, actorId }) =>
    notify(
      tx,
      'notify_event',
      {
        userId: hostId,
        actorId,
        type: 'event',
        groupKey: groupKey.joinedWebinar(postId),
        parentId: postId,
        postId,
        commentId: null,
        kind: 'joinedWebinar',
        link: postLink(postId),
      },
      { once: true },
    ),
  );
}

/** When one member blocks another, the notifications of each about the other are retracted. */
function listenToBlocks({ events }: Services): void {
  events.within(memberBlocked, async (tx, { userId, blockedId }) => {
    for (const [notified, actor] of [
      [userId, blockedId],
      [blockedId, userId],
    ] as const) {
      await deleteNotificationsOf(tx.db, [notified], actor);
      await announceUnread(tx, [notified]);
    }
  });
}

export function listen(services: Services): void {
  listenToDeletions(services);
  listenToBlocks(services);
  listenToLikes(services);
  listenToComments(services);
  listenToMentions(services);
  listenToFollows(services);
  listenToInvitations(services);
  listenToMessages(services);
  listenToPayments(services);
  listenToModeration(services);
  listenToHiring(services);
  listenToWebinars(services);
  listenToSchedule(services);
}
