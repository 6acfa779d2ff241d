/**
 * What becomes of applications. The author of a job changes how one stands, and its applicant is told. A rejection is
 * told after some minutes, in which it can be taken back; until then the applicant sees what was before. It is kept in
 * the row, so that a server that is started anew tells it.
 */
import { createHash } from 'node:crypto';
import { applicationMessages } from '@afterhours/contract/applications';
import {
  answeringStatuses,
  type PosterStatus,
  REJECTION_MINUTES,
  rejectionTexts,
} from '@afterhours/contract/constants/applications';
import type { Tx } from '#db/events.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import type { createSending } from '#features/messages/loaders.ts';
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

const AT_ONCE = 100;

/** Locks an application of the member: one to their job, or their own. Throws a 404 for any other. */
async function requireOwn({ db }: Tx, userId: string, id: string): Promise<Locked & { isPoster: boolean }> {
  const locked = await lockApplication(db, id);
  const isPoster = locked?.poster_id === userId;
  if (!locked || !(locked.user_id === userId || (isPoster && locked.meet)))
    throw notFound(applicationMessages.notFound);
  return { ...locked, isPoster };
}

/** The same of an application to the member's job. */
async function requireReceived(tx: Tx, userId: string, id: string): Promise<Locked> {
  const own = await requireOwn(tx, userId, id);
  if (!own.isPoster) throw new AppError(403, applicationMessages.notPoster);
  return own;
}

const touch = (tx: Tx, { id, post_id, poster_id }: Locked) =>
  tx.emit(applicationTouched, { applicationId: id, postId: post_id, posterId: poster_id });

const isAnswer = (status: PosterStatus): boolean => answeringStatuses.some((one) => one === status);

/** Returns what a new status changes; nothing where it stands so already. */
function toChanges(now: Locked, status: PosterStatus, words: string | null): Changes {
  if (status === 'rejected') {
    if (now.rejects_at) return words ? { rejectionWords: words } : {};
    if (now.status === 'rejected') {
      // Its words were sent with it, so that later ones would reach nobody.
      if (words) throw new AppError(409, applicationMessages.isTold);
      return {};
    }
    const opened = now.status === 'sent' ? { status: 'seen' as const } : {};
    return { ...opened, rejectsIn: REJECTION_MINUTES, rejectionWords: words };
  }
  // Opening an application takes nothing back.
  if (status === 'seen') return now.status === 'sent' && !now.rejects_at ? { status } : {};
  const kept = now.status === status && !now.rejects_at;
  return kept ? {} : { status, rejectsIn: null, rejectionWords: null, answers: isAnswer(status) };
}

export type Update = { status?: PosterStatus | 'withdrawn'; note?: string | null; words?: string | null };

async function changeReceived(tx: Tx, now: Locked, { status, note, words }: Update) {
  if (status === 'withdrawn') throw fieldProblem('status', applicationMessages.onlyWithdraw);
  if (words && status !== 'rejected') throw fieldProblem('words', applicationMessages.words);
  if (status && now.status === 'withdrawn') throw new AppError(409, applicationMessages.isWithdrawn);
  // It may be in the chat already.
  if (status && status !== 'seen' && now.over) throw new AppError(409, applicationMessages.isTold);
  const changes = { ...(status ? toChanges(now, status, words || null) : {}), ...(note === undefined ? {} : { note }) };
  const { user_id: applicantId, poster_id: posterId, post_id: postId } = now;
  if (Object.keys(changes).length === 0) return now;
  const changed = await changeApplication(tx.db, now.id, changes);
  await touch(tx, now);
  if (changes.status && changes.status !== now.status)
    await tx.emit(applicationChanged, { postId, applicantId, posterId, status: changes.status as PosterStatus });
  return changed;
}

async function withdraw(services: Services, tx: Tx, now: Locked) {
  if (now.status === 'withdrawn') return now;
  await emptyApplication(tx.db, now.id);
  await releaseUploads(tx.db, services.jobs, now.cv_upload_id === null ? [] : [now.cv_upload_id]);
  await tx.emit(applicationWithdrawn, { postId: now.post_id, applicantId: now.user_id });
  // An author who does not see the applicant does not see the application either.
  if (now.meet) await touch(tx, now);
  return changeApplication(tx.db, now.id, { status: 'withdrawn' });
}

/**
 * Changes an application: its author of the job all but `withdrawn`, the applicant to nothing else. Throws 404 for
 * another's, 409 for one that was withdrawn, and 422.
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

/** Takes a rejection back; throws a 409 when it is told by now. */
export function deleteRejection(services: Services, userId: string, id: string) {
  return inTransaction(services, async (tx) => {
    const now = await requireReceived(tx, userId, id);
    if (!now.rejects_at || now.over) throw new AppError(409, applicationMessages.notPending);
    await touch(tx, now);
    return changeApplication(tx.db, id, { rejectsIn: null, rejectionWords: null });
  });
}

type Send = ReturnType<typeof createSending>;

/** The id of the message of a rejection: the same after a restart, and another one for a later rejection. */
export function messageIdOf({ id, rejects_at }: Pick<Locked, 'id' | 'rejects_at'>): string {
  const digest = createHash('sha256').update(`${id} ${rejects_at?.toISOString()}`).digest('hex');
  return digest.slice(0, 32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-8$3-8$4-$5');
}

/**
 * Writes the words of a rejection into the chat. The rejection is the name of the message, so that a server that died
 * after this writes it once. Members who do not see each other by now write nothing.
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
    return now?.over ? now : null;
  });
  if (!due) return;
  await writeRejection(services, send, due);
  await inTransaction(services, async (tx) => {
    const now = await lockApplication(tx.db, id);
    if (!now?.over) return;
    await changeApplication(tx.db, id, { status: 'rejected', rejectsIn: null, answers: true });
    const { user_id: applicantId, poster_id: posterId, post_id: postId } = now;
    await tx.emit(applicationChanged, { postId, applicantId, posterId, status: 'rejected' });
    if (now.meet) await touch(tx, now);
  });
}

/** Tells the rejections whose minutes are over; one that fails is tried at the next look, and holds up no other. */
export async function rejectDue(services: Services, send: Send): Promise<void> {
  for (let due: string[] = []; ; ) {
    due = await selectRejecting(services.db, AT_ONCE);
    let told = 0;
    for (const id of due)
      await reject(services, send, id).then(
        () => told++,
        (error: unknown) => services.log.error({ err: error, application: id }, 'a rejection could not be told'),
      );
    if (due.length < AT_ONCE || told === 0) return;
  }
}

/** Counts applications that were not answered in time, and deletes CVs of jobs that closed long ago. */
export async function tidyApplications(services: Services): Promise<void> {
  while ((await countLate(services.db, AT_ONCE)) === AT_ONCE);
  for (let taken = AT_ONCE; taken === AT_ONCE; )
    taken = await inTransaction(services, async ({ db }) => {
      const ids = await takeOldCvs(db, AT_ONCE);
      await releaseUploads(db, services.jobs, ids);
      return ids.length;
    });
}
