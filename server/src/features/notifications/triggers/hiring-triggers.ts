import type { NotificationKind } from '@afterhours/contract/constants/notifications';
import { jobClosed, jobClosing } from '#features/hiring/events.ts';
import { loadApplicants } from '#features/hiring/loaders.ts';
import type { Services } from '#services.ts';
import { notifyByProduct } from '../notify.ts';
import type { NewNotification } from '../queries.ts';

/** Each row has an actor: of what happens by itself it is the reader. */
const about = (kind: NotificationKind, userId: string, postId: string): NewNotification => ({
  userId,
  actorId: userId,
  type: 'event',
  commentId: null,
  groupKey: `${kind}:${postId}`,
  parentId: postId,
  postId,
  kind,
  link: `/activities#${postId}`,
});

/** Tells applicants of a job that it is closed, and its author when nobody has closed it. */
export function listenToHiring({ events }: Services): void {
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
