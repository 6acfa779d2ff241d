/**
 * Tells applicants that a job was deleted, also with its author's account, or that staff have removed it: their open
 * tabs at once, and the members by a notification.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import type { Tx } from '#db/events.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { accountDeleting } from '#features/account-data/events.ts';
import { postRemoved } from '#features/moderation/events.ts';
import { postDeleted } from '#features/posts/events.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { Services } from '#services.ts';
import { applicationGone, jobDeleted } from './events.ts';

/** An application as `removed_applications` keeps it. */
type Kept = { id: string; user_id: string; status: string; status_at: string | null; created_at: string };
/** `hidden`: the job and its applications still exist. */
type Deleted = { postId: string; open: boolean; hidden?: boolean; applications: Kept[] };

/** A job of its own: the deletion must not wait for the members, one of whom may be deleting the account. */
const deletedJob = defineJob<Deleted>('applications.job-deleted');

/** SQL: true if staff have removed the job, and its applicants were notified then. */
const IS_REMOVED = sql`EXISTS (SELECT FROM decisions d WHERE d.id = p.hidden_by AND d.action IN ('remove', 'ban'))`;

/** Returns the jobs among the posts that `of` (SQL) selects that have applications, and whether each is open. */
async function selectDeleted(db: Db, of: RawBuilder<unknown>): Promise<(Deleted & { removed: boolean })[]> {
  const { rows } = await sql<Deleted & { removed: boolean }>`
    SELECT p.id AS "postId", p.closed_at IS NULL AND coalesce(o.expires_at > now(), true) AS open,
      ${IS_REMOVED} AS removed, (
      SELECT json_agg(json_build_object('id', a.id, 'user_id', a.user_id, 'status', a.status,
        'status_at', a.status_at, 'created_at', a.created_at)) FROM job_applications a WHERE a.post_id = p.id
    ) AS applications
    FROM posts p LEFT JOIN open_jobs o ON o.post_id = p.id
    WHERE ${of} AND EXISTS (SELECT FROM job_applications a WHERE a.post_id = p.id)`.execute(db);
  return rows;
}

/** Keeps what the trigger on applications has left out, because the applicant's row was locked at that moment. */
async function keepMissing(db: Db, applications: readonly Kept[]): Promise<void> {
  await sql`
    INSERT INTO removed_applications (id, user_id, status, status_at, created_at)
    SELECT given.id, given.user_id, given.status, given.status_at, given.created_at
    FROM json_to_recordset(${JSON.stringify(applications)}::json) AS given(id uuid, user_id uuid, status text,
      status_at timestamptz, created_at timestamptz)
    JOIN users u ON u.id = given.user_id ORDER BY u.id FOR KEY SHARE OF u
    ON CONFLICT DO NOTHING`.execute(db);
}

const toApplicants = (applications: readonly Kept[]): string[] =>
  applications.flatMap(({ user_id, status }) => (status === 'withdrawn' ? [] : [user_id]));

export function registerDeletedJobs(services: Services): void {
  const { channels, events, jobs } = services;
  const announce = async (tx: Tx, of: RawBuilder<unknown>, hidden = false) => {
    for (const { removed, ...deleted } of await selectDeleted(tx.db, of)) {
      const { postId, applications } = deleted;
      const gone = toApplicants(applications).map((applicantId) => ({ postId, applicantId }));
      await tx.emitAll(applicationGone, gone);
      await jobs.enqueue(tx.db, deletedJob, { ...deleted, open: deleted.open && (hidden || !removed), hidden });
    }
  };
  events.within(postDeleted, (tx, { postId }) => announce(tx, sql`p.id = ${postId}::uuid`));
  events.within(accountDeleting, (tx, { userId }) =>
    announce(tx, sql`p.user_id = ${userId}::uuid AND p.post_type = 'job'`),
  );
  events.withinAll(postRemoved, (tx, removed) => {
    const ids = removed.map(({ postId }) => postId);
    return announce(tx, sql`p.id = ANY (${ids}::uuid[]) AND p.post_type = 'job'`, true);
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
