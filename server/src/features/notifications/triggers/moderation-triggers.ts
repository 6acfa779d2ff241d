import type { EventPayload } from '#db/events.ts';
import { decisionTold, reportTold } from '#features/moderation/events.ts';
import type { Services } from '#services.ts';
import { notifyByModerators } from '../notify.ts';
import type { NewNotification } from '../queries.ts';

/** Where a member reads their reports and decisions; it leads a suspended one to the page that they have instead. */
const LINK = '/Settings?tab=privacy';

type Told = EventPayload<typeof reportTold> | EventPayload<typeof decisionTold>;

/** Each row has an actor; of the moderators, none is named, so it is the reader. */
const toNotification = ({ userId, aboutId, kind }: Told): NewNotification => ({
  userId,
  actorId: userId,
  type: 'event',
  groupKey: `${kind}:${aboutId}`,
  parentId: aboutId,
  postId: null,
  commentId: null,
  kind,
  link: LINK,
});

export function listenToModeration({ events }: Services): void {
  for (const event of [reportTold, decisionTold])
    events.withinAll(event, (tx, all: readonly Told[]) => notifyByModerators(tx, all.map(toNotification)));
}
