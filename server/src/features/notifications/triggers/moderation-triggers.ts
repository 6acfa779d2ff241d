import type { EventPayload } from '#db/events.ts';
import { decisionAnnounced, reportProgressed } from '#features/moderation/events.ts';
import type { Services } from '#services.ts';
import { notifyByModerators } from '../notify.ts';
import type { NewNotification } from '../queries.ts';

/**
 * Where members read their reports and decisions. Suspended members are redirected to the page they can use instead.
 */
const LINK = '/Settings?tab=privacy';

type ModerationEvent = EventPayload<typeof reportProgressed> | EventPayload<typeof decisionAnnounced>;

/** Every row needs an actor. The moderators are not named, so the recipient stands in. */
const toNotification = ({ userId, aboutId, kind }: ModerationEvent): NewNotification => ({
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
  for (const event of [reportProgressed, decisionAnnounced])
    events.withinAll(event, (tx, all: readonly ModerationEvent[]) => notifyByModerators(tx, all.map(toNotification)));
}
