/**
 * Tells applicants that a job was deleted, also with its author's account, or that staff have removed it: their open
 * tabs at once, and the members by a notification.
 */
import type { Tx } from '#db/events.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { accountDeleting } from '#features/account-data/events.ts';
import { postRemoved } from '#features/moderation/events.ts';
import { postDeleted } from '#features/posts/events.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { Services } from '#services.ts';
import { type JobsOf, type Kept, keepMissing, selectJobsWithApplications } from './deleted-job-queries.ts';
import { applicationGone, jobDeleted } from './events.ts';

/** `hidden`: the job and its applications still exist. */
type Deleted = { postId: string; open: boolean; hidden?: boolean; applications: Kept[] };

/** A job of its own: the deletion must not wait for the members, one of whom may be deleting the account. */
const deletedJob = defineJob<Deleted>('applications.job-deleted');

const toApplicants = (applications: readonly Kept[]): string[] =>
  applications.flatMap(({ user_id, status }) => (status === 'withdrawn' ? [] : [user_id]));

export function registerDeletedJobs(services: Services): void {
  const { channels, events, jobs } = services;
  const announce = async (tx: Tx, of: JobsOf, hidden = false) => {
    for (const { removed, ...deleted } of await selectJobsWithApplications(tx.db, of)) {
      const { postId, applications } = deleted;
      const gone = toApplicants(applications).map((applicantId) => ({ postId, applicantId }));
      await tx.emitAll(applicationGone, gone);
      await jobs.enqueue(tx.db, deletedJob, { ...deleted, open: deleted.open && (hidden || !removed), hidden });
    }
  };
  events.within(postDeleted, (tx, { postId }) => announce(tx, { postIds: [postId] }));
  events.within(accountDeleting, (tx, { userId }) => announce(tx, { authorId: userId }));
  events.withinAll(postRemoved, (tx, removed) => {
    const postIds = removed.map(({ postId }) => postId);
    return announce(tx, { postIds }, true);
  });
  events.after(applicationGone, ({ applicantId, postId }) =>
    channels.toMember(applicantId, 'applications', { post_id: postId }),
  );
  jobs.work(deletedJob, ({ postId, open, hidden, applications }) =>
    inTransaction(services, async (tx) => {
      if (!hidden) await keepMissing(tx.db, applications);
      const applicantIds = toApplicants(applications);
      // Applicants of a closed job know that it is over.
      if (open && applicantIds.length > 0) await tx.emit(jobDeleted, { postId, applicantIds });
    }),
  );
}
