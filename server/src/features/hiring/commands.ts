/** Closes and renews jobs. A job is locked first, so that it is closed only once, and not renewed at the same time. */
import { type CloseReason, MAX_RENEWALS, RENEWAL_ADDS_DAYS } from '@afterhours/contract/constants/jobs';
import { hiringMessages } from '@afterhours/contract/jobs/hiring';
import { requirePost } from '#access/posts.ts';
import { postTouched } from '#access/touched.ts';
import type { Tx } from '#db/events.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { AppError, fieldProblem, notFound } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';
import { english } from '#texts/english.ts';
import { jobClosed, jobClosing, jobRenewed } from './events.ts';
import { claimReminders, closeRow, type LockedJob, lockJob, renewRow, selectExpired } from './queries.ts';
import { isRenewalDue } from './views.ts';

const BATCH_SIZE = 50;

/**
 * Locks a member's own job. Throws a 404 if it is not visible, a 403 if it is another member's, and a 422 if it is not
 * a job.
 */
async function requireOwnJob({ db }: Tx, userId: string, postId: string): Promise<LockedJob> {
  const post = await requirePost(db, userId, postId);
  if (post.userId !== userId) throw new AppError(403, hiringMessages.notAuthor);
  if (post.postType !== 'job') throw fieldProblem('id', hiringMessages.notJob);
  const locked = await lockJob(db, postId);
  if (!locked) throw notFound();
  return locked;
}

async function close(tx: Tx, postId: string, authorId: string, reason: CloseReason): Promise<Date> {
  const closedAt = await closeRow(tx.db, postId, reason);
  await tx.emit(postTouched, { postId });
  await tx.emit(jobClosed, { postId, authorId, reason });
  return closedAt;
}

/** Closes a member's own job. A job that is already closed does not change. */
export function closeJob(services: Services, userId: string, postId: string, reason: CloseReason) {
  return inTransaction(services, async (tx) => {
    const job = await requireOwnJob(tx, userId, postId);
    if (job.closed_at) return { closedAt: job.closed_at, closeReason: job.close_reason ?? reason };
    return { closedAt: await close(tx, postId, userId, reason), closeReason: reason };
  });
}

/**
 * Keeps a member's own job open for longer. Throws a 409 if it is closed, has been renewed too often or too recently,
 * or has a last day.
 */
export function renewJob(services: Services, userId: string, postId: string) {
  return inTransaction(services, async (tx) => {
    const {
      closed_at: closedAt,
      is_over: isOver,
      expires_at: closesAt,
      renewals,
      apply_until: lastDay,
    } = await requireOwnJob(tx, userId, postId);
    if (closedAt || isOver) throw new AppError(409, hiringMessages.notRenewable);
    if (renewals === null || closesAt === null) throw new AppError(409, hiringMessages.neverCloses);
    if (renewals >= MAX_RENEWALS) throw new AppError(409, hiringMessages.noMoreRenewals);
    if (lastDay !== null) throw new AppError(409, hiringMessages.hasLastDay);
    if (!isRenewalDue(closesAt)) throw new AppError(409, english(hiringMessages.tooEarly, { days: RENEWAL_ADDS_DAYS }));
    const renewed = await renewRow(tx.db, postId);
    await tx.emit(postTouched, { postId });
    await tx.emit(jobRenewed, { postId });
    return { closesAt: renewed.expires_at, renewalsLeft: MAX_RENEWALS - renewed.renewals };
  });
}

/** Closes a job whose time is over, unless it has been renewed or closed in the meantime. */
function closeIfExpired(services: Services, postId: string): Promise<void> {
  return inTransaction(services, async (tx) => {
    const job = await lockJob(tx.db, postId);
    if (job && job.closed_at === null && job.is_over) await close(tx, postId, job.user_id, 'expired');
  });
}

async function remind(services: Services): Promise<void> {
  for (let claimed = BATCH_SIZE; claimed === BATCH_SIZE; ) {
    claimed = await inTransaction(services, async (tx) => {
      const closing = await claimReminders(tx.db, BATCH_SIZE);
      await tx.emitAll(jobClosing, closing);
      return closing.length;
    });
  }
}

/** Closes all jobs whose time is over, and reminds the authors of those that close soon. */
export async function closeDue(services: Services): Promise<void> {
  for (let overdue: string[] = []; ; ) {
    overdue = await selectExpired(services.db, BATCH_SIZE);
    for (const postId of overdue) await closeIfExpired(services, postId);
    if (overdue.length < BATCH_SIZE) break;
  }
  await remind(services);
}
