/**
 * Waiting for a seat, and offering seats to members who wait. Locks are acquired in a fixed order: post, members,
 * webinar.
 */
import { paymentMessages } from '@afterhours/contract/constants/payments';
import { isWaitingOpen } from '@afterhours/contract/constants/webinars';
import { webinarChangeMessages } from '@afterhours/contract/webinars/changes';
import { waitingMessages as messages } from '@afterhours/contract/webinars/waiting';
import { postTouched } from '#access/touched.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { lineMoved, ownSeatsChanged } from '#features/payments/events.ts';
import {
  hasRoom,
  leaveLockedSeat,
  lockSeating,
  lockWebinarPost,
  offerSeat,
  requireJoinable,
  selectLiveSeat,
} from '#features/payments/loaders.ts';
import { AppError, notFound } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';
import {
  deleteEndedLines,
  deleteWaiting,
  insertOfferNotice,
  insertWaiting,
  lockFirstInLine,
  selectFirst,
  selectPlace,
  selectWaitedFor,
} from './queries.ts';

const BATCH_SIZE = 20;

/** Adds a member to the end of the line and returns their place. Throws a 409 if there is nothing to wait for. */
export function joinWaiting(services: Services, userId: string, postId: string): Promise<number> {
  return inTransaction(services, async (tx) => {
    const { db } = tx;
    const webinar = await requireJoinable(db, userId, postId, 'id');
    const seating = await lockSeating(db, postId);
    const known = await selectPlace(db, postId, userId);
    if (known !== null) return known;
    if (webinar.begun) throw new AppError(409, paymentMessages.begun);
    if (seating.cancelled_at !== null) throw new AppError(409, webinarChangeMessages.isCancelled);
    if (await selectLiveSeat(db, postId, userId)) throw new AppError(409, messages.seated);
    if (!isWaitingOpen({ startsAt: webinar.starts_at?.toISOString() ?? null }))
      throw new AppError(409, messages.closed);
    if (hasRoom(seating)) throw new AppError(409, messages.room);
    await insertWaiting(db, postId, userId);
    await tx.emit(ownSeatsChanged, { userId, postId });
    return (await selectPlace(db, postId, userId)) ?? 1;
  });
}

/** Removes a member from the line, or gives up the seat that was offered to them. Throws a 404 if there is neither. */
export function leaveWaiting(services: Services, userId: string, postId: string): Promise<void> {
  return inTransaction(services, async (tx) => {
    const post = await lockWebinarPost(tx.db, postId, { evenHidden: true });
    if (!post) throw notFound(messages.none);
    const seating = await lockSeating(tx.db, postId);
    if ((await deleteWaiting(tx.db, postId, [userId])) > 0) {
      await tx.emit(ownSeatsChanged, { userId, postId });
      await tx.emit(lineMoved, { postId });
      return;
    }
    const seat = await selectLiveSeat(tx.db, postId, userId);
    if (seat?.state !== 'held' || seat.offered_at === null) throw notFound(messages.none);
    await leaveLockedSeat(services, tx, seat, { startsAt: post.starts_at, seating });
  });
}

/** Offers a webinar's free seats to the first members in line; those who can no longer join leave the line. */
function offerSeats(services: Services, postId: string): Promise<number> {
  return inTransaction(services, async (tx) => {
    const { db } = tx;
    const webinar = await lockWebinarPost(db, postId);
    if (!webinar || !isWaitingOpen({ startsAt: webinar.starts_at?.toISOString() ?? null })) return 0;
    await lockFirstInLine(db, postId, BATCH_SIZE);
    const { capacity, seats_taken, cancelled_at } = await lockSeating(db, postId);
    const free = capacity === null ? BATCH_SIZE : Math.min(capacity - seats_taken, BATCH_SIZE);
    if (cancelled_at !== null || free <= 0) return 0;
    const first = await selectFirst(db, postId, free);
    if (first.length === 0) return 0;
    for (const { user_id: userId, mayJoin } of first) {
      if (!mayJoin) continue;
      const seat = await offerSeat(db, { postId, userId });
      await insertOfferNotice(db, postId, userId, seat.id);
      await tx.emit(ownSeatsChanged, { userId, postId });
    }
    await deleteWaiting(
      db,
      postId,
      first.map(({ user_id }) => user_id),
    );
    await tx.emit(postTouched, { postId });
    await tx.emit(lineMoved, { postId });
    return first.length;
  });
}

/** Offers every free seat to the first member in line. */
export async function offerFreeSeats(services: Services): Promise<void> {
  await deleteEndedLines(services.db);
  for (const postId of await selectWaitedFor(services.db)) {
    while ((await offerSeats(services, postId)) > 0);
  }
}
