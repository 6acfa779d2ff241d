/**
 * Applies to jobs in the transaction that stores their messages. A job is held open until the commit: an application in
 * the moment of the closing is stored before it, and its member told, or refused.
 */
import { type Answered, applicationMessages } from '@afterhours/contract/applications';
import { APPLICATIONS_A_DAY } from '@afterhours/contract/constants/applications';
import { messageMessages } from '@afterhours/contract/constants/messages';
import { sql } from 'kysely';
import { requirePost } from '#access/posts.ts';
import type { Db } from '#db/connection/pool.ts';
import type { Tx } from '#db/events.ts';
import { newId } from '#db/statements/id.ts';
import { holdOpenJob } from '#features/hiring/loaders.ts';
import { takeIntoUse } from '#features/uploads/loaders.ts';
import { AppError, fieldProblem } from '#http/errors/errors.ts';
import { english } from '#texts/english.ts';
import { applicationSent } from './events.ts';
import type { Sending } from './send-queries.ts';

/** What comes with an application beside its message. */
export type Enclosed = { words: string | null; answers: readonly Answered[]; cvId: string | null };
export type Applying = Sending & { enclosed?: Enclosed };

const NOTHING: Enclosed = { words: null, answers: [], cvId: null };

/** Stores an application; returns its id, or null when the member has applied to that job before. */
async function insertApplication(db: Db, userId: string, postId: string, enclosed: Enclosed): Promise<string | null> {
  const { words, answers, cvId } = enclosed;
  const id = newId();
  const inserted = await db
    .insertInto('job_applications')
    .values({
      id,
      user_id: userId,
      post_id: postId,
      words,
      answers: JSON.stringify(answers),
      cv_upload_id: cvId,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'post_id']).doNothing())
    .executeTakeFirst();
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n ? id : null;
}

/** Throws a 429 when this application, stored by now, is one more than a member may send within a day. */
async function requireFewOfDay(db: Db, userId: string): Promise<void> {
  const { rows } = await sql<{ wait: number }>`
    SELECT ceil(extract(epoch FROM created_at + interval '1 day' - now()))::integer AS wait FROM job_applications
    WHERE user_id = ${userId}::uuid ORDER BY id DESC OFFSET ${APPLICATIONS_A_DAY} LIMIT 1`.execute(db);
  const wait = rows[0]?.wait ?? 0;
  if (wait <= 0) return;
  throw new AppError(429, english(applicationMessages.dayFull, { max: APPLICATIONS_A_DAY }), { retryAfter: wait });
}

/** Returns the job that a message applies to: a visible one of its receiver, who is another member. */
async function requireJob(db: Db, { senderId, receiverId, jobPostId }: Sending): Promise<string> {
  if (!jobPostId) throw fieldProblem('post_id', messageMessages.noJob);
  const post = await requirePost(db, senderId, jobPostId);
  if (post.postType !== 'job') throw fieldProblem('post_id', messageMessages.notJob);
  if (post.userId === senderId) throw fieldProblem('post_id', messageMessages.ownJob);
  if (post.userId !== receiverId) throw fieldProblem('receiver_id', messageMessages.notOwner);
  return post.id;
}

/** Keeps the member from applying to two jobs at once, which would both find the day not full. */
const lockApplicant = (db: Db, userId: string) =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended(${`applications:${userId}`}, 0))`.execute(db);

const byApplicantAndJob = (one: Sending, other: Sending): number =>
  one.senderId.localeCompare(other.senderId) || (one.jobPostId ?? '').localeCompare(other.jobPostId ?? '');

/**
 * Stores applications, each once. Throws 404, 409 after an earlier application and for a closed job, 422, and 429 after
 * many in a day.
 */
export async function applyToJobs(tx: Tx, all: readonly Applying[]): Promise<void> {
  const { db } = tx;
  for (const one of all.toSorted(byApplicantAndJob)) {
    const postId = await requireJob(db, one);
    await lockApplicant(db, one.senderId);
    await holdOpenJob(db, postId);
    const enclosed = one.enclosed ?? NOTHING;
    const applicationId = await insertApplication(db, one.senderId, postId, enclosed);
    if (applicationId === null) throw new AppError(409, messageMessages.alreadyApplied);
    await requireFewOfDay(db, one.senderId);
    if (enclosed.cvId !== null && !(await takeIntoUse(db, [enclosed.cvId]))) throw new AppError(409);
    await tx.emit(applicationSent, { applicationId, postId, applicantId: one.senderId, posterId: one.receiverId });
  }
}
