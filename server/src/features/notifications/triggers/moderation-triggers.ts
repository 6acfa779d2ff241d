import type { EventPayload } from '#db/events.ts';
import { decisionAnnounced, reportProgressed } from '#features/moderation/events.ts';
import type { Services } from '#services.ts';
import { groupKey } from '../groups.ts';
import { notifyByModerators, withoutActor } from '../notify.ts';
import type { NewNotification } from '../queries.ts';

/**
 * Where members read their reports and decisions. Suspended members are redirected to the page they can use instead.
 */
const PAGE = '/Settings?tab=privacy';

type ModerationEvent = EventPayload<typeof reportProgressed> | EventPayload<typeof decisionAnnounced>;

/** The moderators are not named. */
const toNotification =
  (link: string) =>
  ({ userId, aboutId, kind }: ModerationEvent): NewNotification => ({
    ...withoutActor(userId),
    groupKey: groupKey.kind(kind, aboutId),
    parentId: aboutId,
    postId: null,
    kind,
    link,
  });

export function listenToModeration({ events }: Services): void {
  for (const [event, section] of [
    [reportProgressed, 'reports'],
    [decisionAnnounced, 'decisions'],
  ] as const)
    events.withinAll(event, (tx, all: readonly ModerationEvent[]) =>
      notifyByModerators(tx, all.map(toNotification(`${PAGE}#${section}`))),
    );
}
