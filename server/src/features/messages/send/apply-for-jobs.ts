/**
 * Applies for jobs in the transaction that stores their messages. A job is held open until the commit: an application
 * at the moment of closing is either stored before it, so that its member is notified of the closing, or refused.
 */
import { APPLICATIONS_A_DAY } from '@afterhours/contract/constants/applications';
import { messageMessages } from '@afterhours/contract/constants/messages';
import { applicationMessages } from '@afterhours/contract/jobs/applications';
import { sql } from 'kysely';
import { requirePost } from '#access/posts.ts';
import type { Db } from '#db/connection/pool.ts';
import type { Tx } from '#db/events.ts';
import { newId } from '#db/statements/id.ts';
import { lockOpenJob } from '#features/hiring/loaders.ts';
import { takeIntoUse } from '#features/uploads/loaders.ts';
import { AppError, fieldProblem } from '#http/errors/errors.ts';
import { english } from '#texts/english.ts';
import { applicationSent } from '../events.ts';
import type { Enclosed, OutgoingMessage, PreparedMessage } from './stages.ts';

const NOTHING: Enclosed = { words: null, answers: [], cvId: null };

type New = { id: string; created_at: Date };

/** Stores an application; returns undefined if the member has already applied for that job. */
function insertApplication(db: Db, userId: string, postId: string, enclosed: Enclosed): Promise<New | undefined> {
  const { words, answers, cvId } = enclosed;
  return db
    .insertInto('job_applications')
    .values({
      id: newId(),
      user_id: userId,
      post_id: postId,
      words,
      answers: JSON.stringify(answers),
      cv_upload_id: cvId,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'post_id']).doNothing())
    .returning(['id', 'created_at'])
    .executeTakeFirst();
}

/**
 * Throws a 429 if this application, which is already stored, exceeds the number that a member may send within a day.
 */
async function requireFewOfDay(db: Db, userId: string): Promise<void> {
  const { rows } = await sql<{ wait: number }>`
    SELECT ceil(extract(epoch FROM created_at + interval '1 day' - now()))::integer AS wait FROM job_applications
    WHERE user_id = ${userId}::uuid ORDER BY id DESC OFFSET ${APPLICATIONS_A_DAY} LIMIT 1`.execute(db);
  const wait = rows[0]?.wait ?? 0;
  if (wait <= 0) return;
  throw new AppError(429, english(applicationMessages.dayFull, { max: APPLICATIONS_A_DAY }), { retryAfter: wait });
}

/** Returns the job that a message applies for: a visible job of its receiver, who is another member. */
async function requireJob(db: Db, { senderId, receiverId, jobPostId }: OutgoingMessage): Promise<string> {
  if (!jobPostId) throw fieldProblem('post_id', messageMessages.noJob);
  const post = await requirePost(db, senderId, jobPostId);
  if (post.postType !== 'job') throw fieldProblem('post_id', messageMessages.notJob);
  if (post.userId === senderId) throw fieldProblem('post_id', messageMessages.ownJob);
  if (post.userId !== receiverId) throw fieldProblem('receiver_id', messageMessages.notOwner);
  return post.id;
}

/** Prevents a member from applying for two jobs concurrently, each of which would find the daily limit not reached. */
const lockApplicant = (db: Db, userId: string) =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended(${`applications:${userId}`}, 0))`.execute(db);

const byApplicantAndJob = (one: OutgoingMessage, other: OutgoingMessage): number =>
  one.senderId.localeCompare(other.senderId) || (one.jobPostId ?? '').localeCompare(other.jobPostId ?? '');

/**
 * Stores applications, each once. Throws a 404, a 409 after an earlier application or for a closed job, a 422, and a
 * 429 beyond the daily limit.
 */
export async function applyForJobs(tx: Tx, all: readonly PreparedMessage[]): Promise<void> {
  const { db } = tx;
  for (const one of all.toSorted(byApplicantAndJob)) {
    const postId = await requireJob(db, one);
    await lockApplicant(db, one.senderId);
    await lockOpenJob(db, postId);
    const enclosed = one.enclosed ?? NOTHING;
    const stored = await insertApplication(db, one.senderId, postId, enclosed);
    if (!stored) throw new AppError(409, messageMessages.alreadyApplied);
    await requireFewOfDay(db, one.senderId);
    if (enclosed.cvId !== null && !(await takeIntoUse(db, [enclosed.cvId]))) throw new AppError(409);
    const application = { applicationId: stored.id, status: 'sent' as const, statusAt: stored.created_at };
    await tx.emit(applicationSent, { ...application, postId, applicantId: one.senderId, posterId: one.receiverId });
  }
}
