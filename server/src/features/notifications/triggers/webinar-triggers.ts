import type { NotificationKind } from '@afterhours/contract/constants/notifications';
import type { EventPayload } from '#db/events.ts';
import { webinarNoticed } from '#features/webinars/events.ts';
import type { Services } from '#services.ts';
import { notifyByProduct } from '../notify.ts';
import type { NewNotification } from '../queries.ts';

type Noticed = EventPayload<typeof webinarNoticed>;

const kindOf: Record<Noticed['kind'], NotificationKind> = {
  cancelled: 'webinarCancelled',
  moved: 'webinarMoved',
  offered: 'seatOffered',
  day: 'webinarTomorrow',
  hour: 'webinarSoon',
};

/** Each row has an actor: of what happens by itself it is the reader. */
function toNotification({ userId, postId, kind, key }: Noticed): NewNotification {
  const isReminder = kind === 'day' || kind === 'hour';
  return {
    userId,
    actorId: userId,
    type: 'event',
    commentId: null,
    groupKey: `webinar-${kind}:${key}:${postId}`,
    parentId: postId,
    postId,
    kind: kindOf[kind],
    link: isReminder ? `/w/${postId}/join` : `/p/${postId}`,
  };
}

/** Tells those who have a seat in a webinar, or wait for one, what has become of it. */
export function listenToWebinars({ events }: Services): void {
  events.withinAll(webinarNoticed, (tx, all) => notifyByProduct(tx, all.map(toNotification)));
}
