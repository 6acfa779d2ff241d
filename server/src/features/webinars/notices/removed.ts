/**
 * Ends webinars that staff have removed, or whose host they have banned, before they began: payments are refunded, and
 * members are notified as of a deletion. A job does it, because the decision locks other rows first.
 */
import { inTransaction } from '#db/statements/transaction.ts';
import { memberBanned, postRemoved, postShown } from '#features/moderation/events.ts';
import { lockSeating, refundWebinar } from '#features/payments/loaders.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { Services } from '#services.ts';
import { lockRecipients } from '../changes/queries.ts';
import { forgetMembers, lockRemoved, recordMembers, selectHiddenWebinars, selectWebinars } from './removed-queries.ts';

const removedJob = defineJob<{ postId: string }>('webinars.removed', { retries: 12, retryDelay: 10 });

function endRemoved(services: Services, postId: string): Promise<void> {
  return inTransaction(services, async ({ db }) => {
    if (!(await lockRemoved(db, postId))) return;
    await lockRecipients(db, postId);
    await lockSeating(db, postId);
    await recordMembers(db, postId);
    await refundWebinar(services, db, postId);
  });
}

export function registerRemovals(services: Services): void {
  services.events.withinAll(postRemoved, async ({ db }, removed) => {
    const ids = removed.map(({ postId }) => postId);
    await services.jobs.enqueueAll(db, removedJob, await selectWebinars(db, ids));
  });
  // Webinars that another decision hides already are not removed anew.
  services.events.within(memberBanned, async ({ db }, { userId }) => {
    await services.jobs.enqueueAll(db, removedJob, await selectHiddenWebinars(db, userId));
  });
  // Members who still have a seat are notified again if the webinar is removed or deleted later.
  services.events.withinAll(postShown, ({ db }, shown) =>
    forgetMembers(
      db,
      shown.map(({ postId }) => postId),
    ),
  );
  services.jobs.work(removedJob, ({ postId }) => endRemoved(services, postId));
}
