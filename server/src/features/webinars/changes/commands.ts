/**
 * Cancels and moves webinars, and sets their recordings. A change writes its notices in the same transaction, and a job
 * sends them afterwards: a change takes as long with ten thousand seats as with one, and a change that is rolled back
 * sends nothing.
 */
import { hasBegun, MOVES_A_DAY } from '@afterhours/contract/constants/webinars';
import { webinarChangeMessages as messages } from '@afterhours/contract/webinars/changes';
import { webinarMessages } from '@afterhours/contract/webinars/webinars';
import { requirePost } from '#access/posts.ts';
import { postTouched } from '#access/touched.ts';
import type { Tx } from '#db/events.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { contentScreened } from '#features/automation/events.ts';
import { loadScreening } from '#features/automation/loaders.ts';
import { lockSeating, refundWebinar, shortenOffers } from '#features/payments/loaders.ts';
import { AppError, fieldProblem, notFound } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';
import { english } from '#texts/english.ts';
import { webinarChanged } from '../events.ts';
import {
  cancelRows,
  insertNotices,
  lockPostForNewTime,
  lockRecipients,
  markMoved,
  nextCalendarVersion,
  selectMovePause,
  setTimes,
} from './queries.ts';

/**
 * Throws a 404 for a post that the member does not see, a 403 for another member's, and a 422 if it is not a webinar.
 */
export async function requireOwnWebinar(services: Services, userId: string, postId: string): Promise<void> {
  const post = await requirePost(services.readsNow, userId, postId);
  if (post.userId !== userId) throw new AppError(403, messages.notHost);
  if (post.postType !== 'webinar') throw fieldProblem('id', messages.notWebinar);
}

async function lockOwn({ db }: Tx, postId: string) {
  const post = await lockPostForNewTime(db, postId);
  if (!post) throw notFound();
  await lockRecipients(db, postId);
  const webinar = await lockSeating(db, postId);
  return { startsAt: post.starts_at, webinar, begun: hasBegun({ startsAt: post.starts_at?.toISOString() }) };
}

/**
 * Cancels a member's own webinar before it begins: seats end, payments are refunded, and everyone with a seat or on
 * the waiting list is notified. A repeat has no effect. Throws a 409 after the start.
 */
export async function cancelWebinar(
  services: Services,
  userId: string,
  postId: string,
  words: string | null,
): Promise<Date> {
  await requireOwnWebinar(services, userId, postId);
  const { screen } = await loadScreening(services);
  return inTransaction(services, async (tx) => {
    const { webinar, begun } = await lockOwn(tx, postId);
    if (webinar.cancelled_at) return webinar.cancelled_at;
    if (begun) throw new AppError(409, messages.begun);
    await insertNotices(tx.db, postId, 'cancelled', String(await nextCalendarVersion(tx.db, postId)));
    const cancelledAt = await cancelRows(tx.db, postId, words || null);
    await refundWebinar(services, tx.db, postId);
    if (words) {
      const { rules } = screen('posts', [words]);
      await tx.emit(contentScreened, { kind: 'webinar', subjectId: postId, rules, holdId: null });
    }
    await tx.emit(postTouched, { postId });
    await tx.emit(webinarChanged, { postId, hostId: userId });
    return cancelledAt;
  });
}

type Times = { startsAt: Date | null; endsAt: Date | null };
type Change = { startsAt?: string | undefined; endsAt?: string | null | undefined };

const isSame = (one: Date | null, other: Date | null): boolean => one?.getTime() === other?.getTime();

/** Returns the times after the change; throws a 422 for invalid times. */
function requireTimes(before: Times, begun: boolean, change: Change): Times {
  if (change.startsAt === undefined && change.endsAt === undefined) throw fieldProblem('startsAt', messages.nothing);
  const startsAt = change.startsAt === undefined ? before.startsAt : new Date(change.startsAt);
  const endsAt = change.endsAt === undefined ? before.endsAt : change.endsAt && new Date(change.endsAt);
  const startsAnew = !isSame(startsAt, before.startsAt);
  if (startsAnew && begun) throw fieldProblem('startsAt', messages.startFixed);
  if (startsAnew && startsAt && startsAt.getTime() <= Date.now()) throw fieldProblem('startsAt', messages.past);
  if (endsAt && !startsAt) throw fieldProblem('endsAt', webinarMessages.endsAlone);
  if (endsAt && startsAt && endsAt <= startsAt) throw fieldProblem('endsAt', webinarMessages.endsFirst);
  return { startsAt, endsAt: endsAt || null };
}

/**
 * Moves a member's own webinar to another time. After the start, only the end can be changed. Returns the times, and
 * whether they differ from the previous ones.
 */
export async function setSchedule(
  services: Services,
  userId: string,
  postId: string,
  change: Change,
): Promise<Times & { changed: boolean }> {
  await requireOwnWebinar(services, userId, postId);
  return inTransaction(services, async (tx) => {
    const { startsAt, webinar, begun } = await lockOwn(tx, postId);
    if (webinar.cancelled_at) throw new AppError(409, messages.isCancelled);
    const before = { startsAt, endsAt: webinar.ends_at };
    const times = requireTimes(before, begun, change);
    const startsAnew = !isSame(times.startsAt, startsAt);
    if (!startsAnew && isSame(times.endsAt, before.endsAt)) return { ...times, changed: false };
    await setTimes(tx.db, postId, times);
    await recordMove(tx, { postId, startsAnew });
    await tx.emit(postTouched, { postId });
    await tx.emit(webinarChanged, { postId, hostId: userId });
    return { ...times, changed: true };
  });
}

/**
 * Records that a webinar, which is locked, has moved: creates a new version for calendars and notifies everyone.
 * Throws a 429 if they have been notified too often today.
 */
export async function recordMove({ db }: Tx, { postId, startsAnew }: { postId: string; startsAnew: boolean }) {
  const retryAfter = await selectMovePause(db, postId, MOVES_A_DAY);
  if (retryAfter > 0) throw new AppError(429, english(messages.oftenMoved, { max: MOVES_A_DAY }), { retryAfter });
  const version = await nextCalendarVersion(db, postId);
  if (startsAnew) {
    await markMoved(db, postId);
    await shortenOffers(db, postId);
  }
  await insertNotices(db, postId, 'moved', String(version));
}

/** Sets or removes the link to the recording of a member's own webinar. */
export async function setRecording(
  services: Services,
  userId: string,
  postId: string,
  link: string | null,
): Promise<void> {
  await requireOwnWebinar(services, userId, postId);
  await inTransaction(services, async (tx) => {
    await lockSeating(tx.db, postId);
    await tx.db.updateTable('webinars').set({ recording: link }).where('post_id', '=', postId).execute();
    await tx.emit(postTouched, { postId });
  });
}
