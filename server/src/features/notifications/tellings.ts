/**
 * What members are told of. Each event of another feature becomes at most one notification a member, in the event's
 * own transaction: never to oneself, only if the matching switch is On, and never twice for the same actor and thing.
 */
import type { EventType, Tx } from '#db/events.ts';
import { commentCreated } from '#features/comments/events.ts';
import { memberFollowed, memberUnfollowed } from '#features/follow/events.ts';
import { commentLiked, commentUnliked, postLiked, postUnliked } from '#features/likes/events.ts';
import { messageSent } from '#features/messages/events.ts';
import { memberBlocked } from '#features/moderation/events.ts';
import { paymentCompleted } from '#features/payments/events.ts';
import type { Services } from '#services.ts';
import { notificationChanged } from './events.ts';
import { deleteNotificationsOf, type NewNotification, retractActor, upsertNotification, wasTold } from './queries.ts';

type Switch = 'notify_like' | 'notify_comment' | 'notify_follow' | 'notify_event' | 'notify_message';

const postLink = (postId: string): string => `/activities#${postId}`;
const likeGroup = (kind: 'post' | 'comment', id: string): string => `like:${kind}:${id}`;

async function wants(tx: Tx, userId: string, setting: Switch): Promise<boolean> {
  const row = await tx.db.selectFrom('users').select(setting).where('id', '=', userId).executeTakeFirst();
  return row?.[setting] ?? false;
}

async function tell(tx: Tx, setting: Switch, notification: NewNotification, once: boolean): Promise<void> {
  const { userId, actorId, groupKey } = notification;
  if (userId === actorId || !(await wants(tx, userId, setting))) return;
  if (once && (await wasTold(tx.db, userId, groupKey, actorId))) return;
  const notificationId = await upsertNotification(tx.db, notification);
  await tx.emit(notificationChanged, { userId, notificationId });
}

async function takeBack(tx: Tx, userId: string, groupKey: string, actorId: string): Promise<void> {
  if (await retractActor(tx.db, userId, groupKey, actorId))
    await tx.emit(notificationChanged, { userId, notificationId: null });
}

function listenToLikes({ events }: Services): void {
  events.within(postLiked, (tx, { postId, ownerId, actorId }) =>
    tell(
      tx,
      'notify_like',
      {
        userId: ownerId,
        actorId,
        type: 'like',
        groupKey: likeGroup('post', postId),
        parentId: postId,
        postId,
        commentId: null,
        content: 'liked your post',
        link: postLink(postId),
      },
      true,
    ),
  );
  events.within(postUnliked, (tx, { postId, ownerId, actorId }) =>
    takeBack(tx, ownerId, likeGroup('post', postId), actorId),
  );
  events.within(commentLiked, (tx, { commentId, postId, ownerId, actorId }) =>
    tell(
      tx,
      'notify_like',
      {
        userId: ownerId,
        actorId,
        type: 'like',
        groupKey: likeGroup('comment', commentId),
        parentId: commentId,
        postId,
        commentId,
        content: 'liked your comment',
        link: postLink(postId),
      },
      true,
    ),
  );
  events.within(commentUnliked, (tx, { commentId, ownerId, actorId }) =>
    takeBack(tx, ownerId, likeGroup('comment', commentId), actorId),
  );
}

type Commented = typeof commentCreated extends EventType<infer P> ? P : never;

function commentNotification(
  event: Commented,
  about: { userId: string; groupKey: string; content: string },
): NewNotification {
  return {
    ...about,
    actorId: event.actorId,
    type: 'comment',
    parentId: event.commentId,
    postId: event.postId,
    commentId: event.commentId,
    link: postLink(event.postId),
  };
}

function listenToComments({ events }: Services): void {
  events.within(commentCreated, async (tx, event) => {
    const { parent, postOwnerId } = event;
    if (parent) {
      const reply = {
        userId: parent.ownerId,
        groupKey: `reply:${parent.commentId}`,
        content: 'replied to your comment',
      };
      await tell(tx, 'notify_comment', commentNotification(event, reply), false);
    }
    // Who is told of the reply need not be told of the comment that it also is.
    if (parent?.ownerId === postOwnerId) return;
    const comment = { userId: postOwnerId, groupKey: `comment:${event.postId}`, content: 'commented on your post' };
    await tell(tx, 'notify_comment', commentNotification(event, comment), false);
  });
}

function listenToFollows({ events }: Services): void {
  const group = (actorId: string): string => `follow:${actorId}`;
  events.within(memberFollowed, (tx, { followedId, actorId }) =>
    tell(
      tx,
      'notify_follow',
      {
        userId: followedId,
        actorId,
        type: 'follow',
        groupKey: group(actorId),
        parentId: actorId,
        postId: null,
        commentId: null,
        content: 'has Followed you',
        link: `/results/view-profile/${actorId}`,
      },
      true,
    ),
  );
  events.within(memberUnfollowed, (tx, { followedId, actorId }) => takeBack(tx, followedId, group(actorId), actorId));
}

type Sent = typeof messageSent extends EventType<infer P> ? P : never;

function messageNotification({ senderId, receiverId, conversationId, jobPostId }: Sent): NewNotification {
  const about =
    jobPostId === null
      ? { type: 'message' as const, groupKey: `message:${conversationId}`, content: 'sent you a message' }
      : { type: 'event' as const, groupKey: `job:${jobPostId}:${senderId}`, content: 'applied to your job' };
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

function listenToMessages({ events }: Services): void {
  events.within(messageSent, async (tx, event) => {
    // Of a message one is told only if its sender has the switch On, too: the specifications name either side's.
    if (event.jobPostId === null && !(await wants(tx, event.senderId, 'notify_message'))) return;
    const setting = event.jobPostId === null ? 'notify_message' : 'notify_event';
    await tell(tx, setting, messageNotification(event), false);
  });
}

function listenToPayments({ events }: Services): void {
  events.within(paymentCompleted, (tx, { postId, hostId, actorId }) =>
    tell(
      tx,
      'notify_event',
      {
        userId: hostId,
        actorId,
        type: 'event',
        groupKey: `webinar:${postId}`,
        parentId: postId,
        postId,
        commentId: null,
        content: 'joined your webinar',
        link: postLink(postId),
      },
      true,
    ),
  );
}

/** Who blocks or is blocked is no longer told of the other, not even of what was. */
function listenToBlocks({ events }: Services): void {
  events.within(memberBlocked, async (tx, { userId, blockedId }) => {
    for (const [told, actor] of [
      [userId, blockedId],
      [blockedId, userId],
    ] as const) {
      await deleteNotificationsOf(tx.db, told, actor);
      await tx.emit(notificationChanged, { userId: told, notificationId: null });
    }
  });
}

export function listen(services: Services): void {
  listenToBlocks(services);
  listenToLikes(services);
  listenToComments(services);
  listenToFollows(services);
  listenToMessages(services);
  listenToPayments(services);
}
