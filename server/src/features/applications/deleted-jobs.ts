/** Tells applicants that a job was deleted: their open tabs at once, and the members by a notification. */
import { inTransaction } from '#db/statements/transaction.ts';
import { isJobOpen, loadApplicants } from '#features/hiring/loaders.ts';
import { postDeleted } from '#features/posts/events.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { Services } from '#services.ts';
import { applicationGone, jobDeleted } from './events.ts';

/** A job of its own: the deletion must not wait for the members, one of whom may be deleting the account. */
const deletedJob = defineJob<{ postId: string; applicantIds: string[] }>('applications.job-deleted');

export function registerDeletedJobs(services: Services): void {
  const { channels, events, jobs } = services;
  events.within(postDeleted, async (tx, { postId }) => {
    const applicantIds = await loadApplicants(tx.db, postId);
    if (applicantIds.length === 0) return;
    const gone = applicantIds.map((applicantId) => ({ postId, applicantId }));
    await tx.emitAll(applicationGone, gone);
    // Applicants of a closed job know that it is over.
    if (await isJobOpen(tx.db, postId)) await jobs.enqueue(tx.db, deletedJob, { postId, applicantIds });
  });
  events.after(applicationGone, ({ applicantId, postId }) =>
    channels.toMember(applicantId, 'applications', { post_id: postId }),
  );
  jobs.work(deletedJob, (deleted) => inTransaction(services, (tx) => tx.emit(jobDeleted, deleted)));
}
