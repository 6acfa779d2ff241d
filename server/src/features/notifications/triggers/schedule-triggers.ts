import type { EventPayload } from '#db/events.ts';
import { scheduledPostFailed, scheduledPostPublished } from '#features/posts/events.ts';
import type { Services } from '#services.ts';
import { groupKey } from '../groups.ts';
import { notifyByProduct, postLink, withoutActor } from '../notify.ts';
import type { NewNotification } from '../queries.ts';

/** Where members read why a post was not published. */
const SCHEDULED = '/scheduled';

const publishedNotification = ({ userId, postId }: EventPayload<typeof scheduledPostPublished>): NewNotification => ({
  ...withoutActor(userId),
  groupKey: groupKey.kind('scheduledPublished', postId),
  parentId: postId,
  postId,
  kind: 'scheduledPublished',
  link: postLink(postId),
});

const failedNotification = ({ userId, scheduledId }: EventPayload<typeof scheduledPostFailed>): NewNotification => ({
  ...withoutActor(userId),
  groupKey: groupKey.kind('scheduledFailed', scheduledId),
  parentId: scheduledId,
  postId: null,
  kind: 'scheduledFailed',
  link: SCHEDULED,
});

export function listenToSchedule({ events }: Services): void {
  events.withinAll(scheduledPostPublished, (tx, all) => notifyByProduct(tx, all.map(publishedNotification)));
  events.withinAll(scheduledPostFailed, (tx, all) => notifyByProduct(tx, all.map(failedNotification)));
}
