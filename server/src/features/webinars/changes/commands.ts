/**
 * Cancelling and moving webinars. A change writes its notices in the same transaction, and a task sends them
 * afterwards: a change takes as long with ten thousand seats as with one, and one that is rolled back sends nothing.
 */
import { hasBegun } from '@afterhours/contract/constants/webinars';
import { webinarMessages } from '@afterhours/contract/webinars';
import { webinarChangeMessages as messages } from '@afterhours/contract/webinars/changes';
import { requirePost } from '#access/posts.ts';
import { postTouched } from '#access/touched.ts';
import type { Tx } from '#db/events.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { contentScreened } from '#features/automation/events.ts';
import { loadScreening } from '#features/automation/loaders.ts';
import { lockSeating, refundWebinar, shortenOffers } from '#features/payments/loaders.ts';
import { AppError, fieldProblem, notFound } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';
import { webinarChanged } from '../events.ts';
import { cancelRows, countVersion, holdTold, lockPostOfWebinar, markMoved, noticeAll, setTimes } from './queries.ts';

/** Throws a 404 for a post that the member does not see, 403 for another's, 422 when it is no webinar. */
export async function requireOwnWebinar(services: Services, userId: string, postId: string): Promise<void> {
  const post = await requirePost(services.readsNow, userId, postId);
  if (post.userId !== userId) throw new AppError(403, messages.notHost);
  if (post.postType !== 'webinar') throw fieldProblem('id', messages.notWebinar);
}

async function lockOwn({ db }: Tx, postId: string) {
  const post = await lockPostOfWebinar(db, postId);
  if (!post) throw notFound();
  await holdTold(db, postId);
  const webinar = await lockSeating(db, postId);
  return { startsAt: post.starts_at, webinar, begun: hasBegun({ startsAt: post.starts_at?.toISOString() }) };
}

/**
 * Cancels a member's own webinar before it begins, once: seats end, payments are refunded, and everybody with a seat or
 * on the waiting list is told. Throws a 409 after the start.
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
    await noticeAll(tx.db, postId, 'cancelled', String(await countVersion(tx.db, postId)));
    const cancelledAt = await cancelRows(tx.db, postId, words || null);
    await refundWebinar(services, tx.db, postId);
    if (words) {
      const { rules } = screen('posts', [words]);
      await tx.emit(contentScreened, { kind: 'webinar', subjectId: postId, rules, holdId: null });
    }
    await tx.emit(postTouched, { postId });
    await tx.emit(webinarChanged, { postId });
    return cancelledAt;
  });
}

type Times = { startsAt: Date | null; endsAt: Date | null };
type Wanted = { startsAt?: string | undefined; endsAt?: string | null | undefined };

const isSame = (one: Date | null, other: Date | null): boolean => one?.getTime() === other?.getTime();

/** Returns the times after the change; throws a 422 for those that cannot be. */
function requireTimes(before: Times, begun: boolean, wanted: Wanted): Times {
  if (wanted.startsAt === undefined && wanted.endsAt === undefined) throw fieldProblem('startsAt', messages.nothing);
  const startsAt = wanted.startsAt === undefined ? before.startsAt : new Date(wanted.startsAt);
  const endsAt = wanted.endsAt === undefined ? before.endsAt : wanted.endsAt && new Date(wanted.endsAt);
  const startsAnew = !isSame(startsAt, before.startsAt);
  if (startsAnew && begun) throw fieldProblem('startsAt', messages.startFixed);
  if (startsAnew && startsAt && startsAt.getTime() <= Date.now()) throw fieldProblem('startsAt', messages.past);
  if (endsAt && !startsAt) throw fieldProblem('endsAt', webinarMessages.endsAlone);
  if (endsAt && startsAt && endsAt <= startsAt) throw fieldProblem('endsAt', webinarMessages.endsFirst);
  return { startsAt, endsAt: endsAt || null };
}

/**
 * Gives a member's own webinar another time. After the start only the end can be changed. Returns the times, and
 * whether they are others than before.
 */
export async function setSchedule(
  services: Services,
  userId: string,
  postId: string,
  wanted: Wanted,
): Promise<Times & { changed: boolean }> {
  await requireOwnWebinar(services, userId, postId);
  return inTransaction(services, async (tx) => {
    const { startsAt, webinar, begun } = await lockOwn(tx, postId);
    if (webinar.cancelled_at) throw new AppError(409, messages.isCancelled);
    const before = { startsAt, endsAt: webinar.ends_at };
    const times = requireTimes(before, begun, wanted);
    const startsAnew = !isSame(times.startsAt, startsAt);
    if (!startsAnew && isSame(times.endsAt, before.endsAt)) return { ...times, changed: false };
    await setTimes(tx.db, postId, times);
    await recordMove(tx, { postId, startsAnew });
    await tx.emit(postTouched, { postId });
    await tx.emit(webinarChanged, { postId });
    return { ...times, changed: true };
  });
}

/** What follows from another time of a webinar, which is locked: a new version in calendars, and everybody is told. */
export async function recordMove({ db }: Tx, { postId, startsAnew }: { postId: string; startsAnew: boolean }) {
  const version = await countVersion(db, postId);
  if (startsAnew) {
    await markMoved(db, postId);
    await shortenOffers(db, postId);
  }
  await noticeAll(db, postId, 'moved', String(version));
}
