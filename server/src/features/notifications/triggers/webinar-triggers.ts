import type { MoneyKind, NotificationKind } from '@afterhours/contract/constants/notifications';
import type { EventPayload } from '#db/events.ts';
import { paymentTroubled, payoutChanged, webinarJoined } from '#features/payments/events.ts';
import { webinarGone, webinarNoticed } from '#features/webinars/events.ts';
import type { Services } from '#services.ts';
import { groupKey } from '../groups.ts';
import { notify, notifyByProduct, postLink, withoutActor } from '../notify.ts';
import type { NewNotification } from '../queries.ts';

type Noticed = EventPayload<typeof webinarNoticed>;

const kindOf: Record<Noticed['kind'], NotificationKind> = {
  cancelled: 'webinarCancelled',
  moved: 'webinarMoved',
  offered: 'seatOffered',
  day: 'webinarTomorrow',
  hour: 'webinarSoon',
  recorded: 'recordingAdded',
  lapsed: 'seatLapsed',
};

function toNotification({ userId, postId, kind, key, refunds }: Noticed): NewNotification {
  // The join page of a cancelled webinar shows what its host wrote.
  const leadsIn = kind === 'day' || kind === 'hour' || kind === 'recorded' || kind === 'cancelled';
  return {
    ...withoutActor(userId),
    groupKey: groupKey.webinarNotice(kind, key, postId),
    parentId: postId,
    postId,
    kind: kind === 'cancelled' && refunds ? 'paidWebinarCancelled' : kindOf[kind],
    link: leadsIn ? `/w/${postId}/join` : `/p/${postId}`,
  };
}

const toDeletion = ({ userId, postId, paid }: EventPayload<typeof webinarGone>): NewNotification => ({
  ...withoutActor(userId),
  groupKey: groupKey.deletedWebinar(postId),
  parentId: postId,
  postId: null,
  kind: paid ? 'paidWebinarDeleted' : 'webinarDeleted',
  link: paid ? '/Settings?tab=payments' : '/webinars',
});

type Troubled = EventPayload<typeof paymentTroubled>;

const kindOfTrouble: Record<Troubled['trouble'], MoneyKind> = {
  open: 'disputeOpened',
  won: 'disputeWon',
  lost: 'disputeLost',
  blocked: 'refundBlocked',
  waiting: 'refundWaits',
  returned: 'refundReturned',
};

/**
 * Notifies the host, with a link to the earnings, and the community's owners, with a link to the webinar. The payer is
 * notified only of a refund that is late.
 */
function toTroubles({ paymentId, postId, hostId, payerId, ownerIds, trouble, parentId }: Troubled): NewNotification[] {
  const about = (userId: string, kind: MoneyKind, link: string): NewNotification => ({
    ...withoutActor(userId),
    groupKey: groupKey.paymentTrouble(trouble, paymentId),
    parentId,
    postId,
    kind,
    link,
  });
  const kind = kindOfTrouble[trouble];
  const path = postId === null ? '/moderation/payouts' : `/p/${postId}`;
  const isLate = trouble === 'blocked' || trouble === 'waiting' || trouble === 'returned';
  return [
    about(hostId, kind, '/me/earnings'),
    ...ownerIds.filter((id) => id !== hostId && id !== payerId).map((id) => about(id, kind, path)),
    ...(isLate && payerId !== null ? [about(payerId, 'refundLate', '/Settings?tab=payments')] : []),
  ];
}

const toPayout = ({ payoutId, hostId, price, canceled }: EventPayload<typeof payoutChanged>): NewNotification => ({
  ...withoutActor(hostId),
  groupKey: groupKey.payout(canceled ? 'canceled' : 'recorded', payoutId),
  parentId: payoutId,
  postId: null,
  kind: canceled ? 'payoutCanceled' : 'payoutRecorded',
  price,
  link: '/me/earnings',
});

/**
 * Notifies members with a seat in a webinar, or on its waiting list, of changes, and hosts of those who join, of
 * trouble with payments and of payouts.
 */
export function listenToWebinars({ events }: Services): void {
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
  events.withinAll(webinarNoticed, (tx, all) => notifyByProduct(tx, all.map(toNotification)));
  events.withinAll(webinarGone, (tx, all) => notifyByProduct(tx, all.map(toDeletion)));
  events.withinAll(paymentTroubled, (tx, all) => notifyByProduct(tx, all.flatMap(toTroubles)));
  events.withinAll(payoutChanged, (tx, all) => {
    // Nobody is notified of what they did themselves.
    const byOthers = all.filter(({ actorId, hostId }) => actorId !== null && actorId !== hostId);
    return notifyByProduct(tx, byOthers.map(toPayout));
  });
}
