/**
 * Changes of applications. The author of a job changes an application's status, and its applicant is notified. A
 * rejection is sent after some minutes, in which it can be taken back; until then the applicant sees the previous
 * status. It is stored in the row, so that it is sent even if the server restarts.
 */
import { hash } from 'node:crypto';
import {
  answeringStatuses,
  type PosterStatus,
  REJECTION_MINUTES,
  rejectionTexts,
} from '@afterhours/contract/constants/applications';
import { applicationMessages } from '@afterhours/contract/jobs/applications';
import type { Tx } from '#db/events.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import type { createSend } from '#features/messages/loaders.ts';
import { releaseUploads } from '#features/uploads/loaders.ts';
import { AppError, fieldProblem, notFound } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';
import { english } from '#texts/english.ts';
import { applicationChanged, applicationTouched, applicationWithdrawn } from './events.ts';
import {
  type Changes,
  changeApplication,
  countLate,
  emptyApplication,
  type Locked,
  lockApplication,
  selectRejecting,
  selectTitle,
  takeOldCvs,
} from './queries.ts';

const BATCH_SIZE = 100;

/** Locks an application for the member's job, or the member's own. Throws a 404 for any other. */
async function requireOwn({ db }: Tx, userId: string, id: string): Promise<Locked & { isPoster: boolean }> {
  const locked = await lockApplication(db, id);
  const isPoster = locked?.poster_id === userId;
  if (!locked || !(locked.user_id === userId || (isPoster && locked.see_each_other)))
    throw notFound(applicationMessages.notFound);
  return { ...locked, isPoster };
}

/** Locks an application for the member's job. Throws a 403 for the member's own application. */
async function requireReceived(tx: Tx, userId: string, id: string): Promise<Locked> {
  const own = await requireOwn(tx, userId, id);
  if (!own.isPoster) throw new AppError(403, applicationMessages.notPoster);
  return own;
}

const touch = (tx: Tx, { id, post_id, poster_id }: Locked) =>
  tx.emit(applicationTouched, { applicationId: id, postId: post_id, posterId: poster_id });

const isAnswer = (status: PosterStatus): boolean => answeringStatuses.some((one) => one === status);

/** Returns the changes for a new status; none if the application already has it. */
function toChanges(now: Locked, status: PosterStatus, words: string | null): Changes {
  if (status === 'rejected') {
    if (now.rejects_at) return words ? { rejectionWords: words } : {};
    if (now.status === 'rejected') {
      // The rejection's text was sent with it, so a later text would reach nobody.
      if (words) throw new AppError(409, applicationMessages.isTold);
      return {};
    }
    const opened = now.status === 'sent' ? { status: 'seen' as const } : {};
    return { ...opened, rejectsIn: REJECTION_MINUTES, rejectionWords: words };
  }
  // Opening an application does not take back a later status.
  if (status === 'seen') return now.status === 'sent' && !now.rejects_at ? { status } : {};
  const kept = now.status === status && !now.rejects_at;
  return kept ? {} : { status, rejectsIn: null, rejectionWords: null, answers: isAnswer(status) };
}

export type Update = { status?: PosterStatus | 'withdrawn'; note?: string | null; words?: string | null };

async function changeReceived(tx: Tx, now: Locked, { status, note, words }: Update) {
  if (status === 'withdrawn') throw fieldProblem('status', applicationMessages.onlyWithdraw);
  if (words && status !== 'rejected') throw fieldProblem('words', applicationMessages.words);
  if (status && now.status === 'withdrawn') throw new AppError(409, applicationMessages.isWithdrawn);
  // The message may already be in the chat.
  if (status && status !== 'seen' && now.rejection_due) throw new AppError(409, applicationMessages.isTold);
  const changes = { ...(status ? toChanges(now, status, words || null) : {}), ...(note === undefined ? {} : { note }) };
  const { user_id: applicantId, poster_id: posterId, post_id: postId } = now;
  if (Object.keys(changes).length === 0) return now;
  const changed = await changeApplication(tx.db, now.id, changes);
  await touch(tx, now);
  if (changes.status && changes.status !== now.status) {
    const about = { applicationId: now.id, postId, applicantId, posterId };
    const status = changes.status as PosterStatus;
    await tx.emit(applicationChanged, { ...about, status, statusAt: changed.status_at });
  }
  return changed;
}

async function withdraw(services: Services, tx: Tx, now: Locked) {
  if (now.status === 'withdrawn') return now;
  await emptyApplication(tx.db, now.id);
  await releaseUploads(tx.db, services.jobs, now.cv_upload_id === null ? [] : [now.cv_upload_id]);
  const withdrawn = await changeApplication(tx.db, now.id, { status: 'withdrawn' });
  const about = { applicationId: now.id, postId: now.post_id, applicantId: now.user_id };
  await tx.emit(applicationWithdrawn, { ...about, status: 'withdrawn', statusAt: withdrawn.status_at });
  // An author who cannot see the applicant cannot see the application either.
  if (now.see_each_other) await touch(tx, now);
  return withdrawn;
}

/**
 * Changes an application: the job's author may change anything but set `withdrawn`, and the applicant may only set
 * `withdrawn`. Throws a 404 for other members' applications, a 409 for a withdrawn one, and a 422.
 */
export function updateApplication(services: Services, userId: string, id: string, update: Update) {
  return inTransaction(services, async (tx) => {
    const own = await requireOwn(tx, userId, id);
    if (own.isPoster) return changeReceived(tx, own, update);
    if (update.note !== undefined || update.words) throw fieldProblem('note', applicationMessages.ownNote);
    if (update.status !== 'withdrawn') throw fieldProblem('status', applicationMessages.onlyWithdraw);
    return { ...(await withdraw(services, tx, own)), note: null, rejects_at: null };
  });
}

/** Takes a rejection back; throws a 409 if it has already been sent. */
export function deleteRejection(services: Services, userId: string, id: string) {
  return inTransaction(services, async (tx) => {
    const now = await requireReceived(tx, userId, id);
    if (!now.rejects_at || now.rejection_due) throw new AppError(409, applicationMessages.notPending);
    await touch(tx, now);
    return changeApplication(tx.db, id, { rejectsIn: null, rejectionWords: null });
  });
}

type Send = ReturnType<typeof createSend>;

/** Returns the client id of a rejection's message: the same after a restart, but different for a later rejection. */
export function messageIdOf({ id, rejects_at }: Pick<Locked, 'id' | 'rejects_at'>): string {
  const digest = hash('sha256', `${id} ${rejects_at?.toISOString()}`, 'hex');
  return digest.slice(0, 32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-8$3-8$4-$5');
}

/**
 * Writes the text of a rejection into the chat. The message's client id is derived from the rejection, so that it is
 * written only once, even if a server died after this step. Nothing is written between members who can no longer see
 * each other.
 */
async function writeRejection(services: Services, send: Send, now: Locked): Promise<void> {
  const title = (await selectTitle(services.db, now.post_id)) ?? '';
  const content = now.rejection_words ?? english(rejectionTexts.template, { title });
  const message = { content, jobPostId: null, clientId: messageIdOf(now), files: [] };
  try {
    await send({ ...message, senderId: now.poster_id, receiverId: now.user_id });
  } catch (error) {
    if (!(error instanceof AppError && (error.status === 403 || error.status === 404))) throw error;
  }
}

async function reject(services: Services, send: Send, id: string): Promise<void> {
  const due = await inTransaction(services, async ({ db }) => {
    const now = await lockApplication(db, id);
    return now?.rejection_due ? now : null;
  });
  if (!due) return;
  await writeRejection(services, send, due);
  await inTransaction(services, async (tx) => {
    const now = await lockApplication(tx.db, id);
    if (!now?.rejection_due) return;
    const changes = { status: 'rejected' as const, rejectsIn: null, answers: true };
    const { status_at: statusAt } = await changeApplication(tx.db, id, changes);
    const { user_id: applicantId, poster_id: posterId, post_id: postId } = now;
    const about = { applicationId: id, postId, applicantId, posterId };
    await tx.emit(applicationChanged, { ...about, status: 'rejected', statusAt });
    if (now.see_each_other) await touch(tx, now);
  });
}

/**
 * Sends the rejections whose delay is over. One that fails is retried on the next run, and does not hold up the others.
 */
export async function rejectDue(services: Services, send: Send): Promise<void> {
  for (let due: string[] = []; ; ) {
    due = await selectRejecting(services.db, BATCH_SIZE);
    let sent = 0;
    for (const id of due)
      await reject(services, send, id).then(
        () => sent++,
        (error: unknown) => services.log.error({ err: error, application: id }, 'a rejection could not be sent'),
      );
    if (due.length < BATCH_SIZE || sent === 0) return;
  }
}

/** Counts applications that were not answered in time, and deletes the CVs of jobs that closed long ago. */
export async function tidyApplications(services: Services): Promise<void> {
  while ((await countLate(services.db, BATCH_SIZE)) === BATCH_SIZE);
  for (let taken = BATCH_SIZE; taken === BATCH_SIZE; )
    taken = await inTransaction(services, async ({ db }) => {
      const ids = await takeOldCvs(db, BATCH_SIZE);
      await releaseUploads(db, services.jobs, ids);
      return ids.length;
    });
}
