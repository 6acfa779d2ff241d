import type { EventPayload } from '#db/events.ts';
import { invitationAnswered, invitationSent, invitationWithdrawn } from '#features/connections/events.ts';
import { memberFollowed, memberUnfollowed } from '#features/follow/events.ts';
import type { Services } from '#services.ts';
import { groupKey } from '../groups.ts';
import { markGroupReadAndAnnounce, notify, notifyAll, retract, retractAll } from '../notify.ts';
import { type NewNotification, wasInvitedLately } from '../queries.ts';

const profileLink = (userId: string): string => `/results/view-profile/${userId}`;

type Followed = EventPayload<typeof memberFollowed>;

const followNotification = ({ followedId, actorId }: Followed): NewNotification => ({
  userId: followedId,
  actorId,
  type: 'follow',
  groupKey: groupKey.follow(actorId),
  parentId: actorId,
  postId: null,
  commentId: null,
  kind: 'followed',
  link: profileLink(actorId),
});

export function listenToFollows({ events }: Services): void {
  events.withinAll(memberFollowed, (tx, all) =>
    notifyAll(tx, 'notify_follow', all.map(followNotification), { once: true }),
  );
  events.withinAll(memberUnfollowed, (tx, all) => retractAll(tx, all.map(followNotification)));
}

const connectionNotification = (about: Pick<NewNotification, 'userId' | 'actorId' | 'groupKey' | 'kind' | 'link'>) =>
  ({ ...about, type: 'connection', parentId: about.actorId, postId: null, commentId: null }) as const;

export function listenToInvitations({ events }: Services): void {
  events.within(invitationSent, async (tx, event) => {
    // An invitation that is withdrawn and sent again, as by an undo, does not notify a member who has read of it.
    if (await wasInvitedLately(tx.db, event.toUserId, event.fromUserId)) return;
    const notification = connectionNotification({
      userId: event.toUserId,
      actorId: event.fromUserId,
      groupKey: groupKey.invitation(event.invitationId),
      kind: 'invited',
      link: '/mynetwork/invitaions',
    });
    await notify(tx, 'notify_event', notification, { once: false });
  });
  events.within(invitationWithdrawn, (tx, event) =>
    retract(tx, event.toUserId, groupKey.invitation(event.invitationId), event.fromUserId),
  );
  events.within(invitationAnswered, async (tx, event) => {
    await markGroupReadAndAnnounce(tx, event.toUserId, groupKey.invitation(event.invitationId));
    if (!event.accepted) return;
    const notification = connectionNotification({
      userId: event.fromUserId,
      actorId: event.toUserId,
      groupKey: groupKey.acceptance(event.invitationId),
      kind: 'accepted',
      link: profileLink(event.toUserId),
    });
    await notify(tx, 'notify_event', notification, { once: false });
  });
}
