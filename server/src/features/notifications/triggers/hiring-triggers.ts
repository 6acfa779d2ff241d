import { applicationKinds, type NotificationKind } from '@afterhours/contract/constants/notifications';
import { applicationChanged } from '#features/applications/events.ts';
import { jobClosed, jobClosing } from '#features/hiring/events.ts';
import { loadApplicants } from '#features/hiring/loaders.ts';
import { searchMatched } from '#features/saved-searches/events.ts';
import type { Services } from '#services.ts';
import { notifyByProduct } from '../notify.ts';
import type { NewNotification } from '../queries.ts';

/** Each row has an actor: of what happens by itself it is the reader. */
const about = (
  kind: NotificationKind,
  userId: string,
  postId: string,
  link = `/activities#${postId}`,
): NewNotification => ({
  userId,
  actorId: userId,
  type: 'event',
  commentId: null,
  groupKey: `${kind}:${postId}`,
  parentId: postId,
  postId,
  kind,
  link,
});

/** Tells applicants how their applications stand; the two see each other, or nothing changes. */
function listenToApplications({ events }: Services): void {
  events.within(applicationChanged, async (tx, { postId, applicantId, status }) =>
    notifyByProduct(tx, [about(applicationKinds[status], applicantId, postId, '/me/applications')]),
  );
}

/** Tells members of new jobs for a saved search; one notification for each search until it is read. */
function listenToSearches({ events }: Services): void {
  events.withinAll(searchMatched, (tx, all) =>
    notifyByProduct(
      tx,
      all.map(({ searchId, userId, postId, link }) => ({
        ...about('jobMatched', userId, postId, link),
        groupKey: `jobMatched:${searchId}`,
      })),
    ),
  );
}

/** Tells applicants of a job that it is closed, and its author when nobody has closed it. */
export function listenToHiring(services: Services): void {
  const { events } = services;
  listenToApplications(services);
  listenToSearches(services);
  events.within(jobClosed, async (tx, { postId, authorId, reason }) => {
    const applicants = await loadApplicants(tx.db, postId);
    await notifyByProduct(tx, [
      ...applicants.map((userId) => about('jobClosed', userId, postId)),
      ...(reason === 'expired' ? [about('jobExpired', authorId, postId)] : []),
    ]);
  });
  events.withinAll(jobClosing, (tx, all) =>
    notifyByProduct(
      tx,
      all.map(({ postId, authorId }) => about('jobClosing', authorId, postId)),
    ),
  );
}
