import { applicationKinds, type NotificationKind } from '@afterhours/contract/constants/notifications';
import { applicationChanged, jobDeleted } from '#features/applications/events.ts';
import { jobClosed, jobClosing } from '#features/hiring/events.ts';
import { selectApplicants } from '#features/hiring/loaders.ts';
import { searchMatched } from '#features/saved-searches/events.ts';
import type { Services } from '#services.ts';
import { groupKey } from '../groups.ts';
import { notifyByProduct, postLink, withoutActor } from '../notify.ts';
import type { NewNotification } from '../queries.ts';

const about = (kind: NotificationKind, userId: string, postId: string, link = postLink(postId)): NewNotification => ({
  ...withoutActor(userId),
  groupKey: groupKey.kind(kind, postId),
  parentId: postId,
  postId,
  kind,
  link,
});

/**
 * Notifies applicants when the status of their application changes, or an open job is deleted. For a change, the two
 * see each other, or it could not be made.
 */
function listenToApplications({ events }: Services): void {
  events.within(applicationChanged, async (tx, { postId, applicantId, status }) =>
    notifyByProduct(tx, [about(applicationKinds[status], applicantId, postId, '/me/applications')]),
  );
  events.within(jobDeleted, async (tx, { postId, applicantIds }) =>
    notifyByProduct(
      tx,
      applicantIds.map((userId) => ({ ...about('jobDeleted', userId, postId, '/me/applications'), postId: null })),
    ),
  );
}

/** Notifies members of new jobs for a saved search, with one notification per search while it is unread. */
function listenToSearches({ events }: Services): void {
  events.withinAll(searchMatched, (tx, all) =>
    notifyByProduct(
      tx,
      all.map(({ searchId, userId, postId, link }) => ({
        ...about('jobMatched', userId, postId, link),
        groupKey: groupKey.savedSearch(searchId),
      })),
    ),
  );
}

/** Notifies applicants when a job is closed, and its author before and when it expires. */
export function listenToHiring(services: Services): void {
  const { events } = services;
  listenToApplications(services);
  listenToSearches(services);
  events.within(jobClosed, async (tx, { postId, authorId, reason }) => {
    const applicants = await selectApplicants(tx.db, postId);
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
