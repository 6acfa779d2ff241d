/** Taking a seat in a webinar and giving it up. Locks: post, counts of members, webinar, payment, in this order. */
import { paymentMessages } from '@afterhours/contract/constants/payments';
import { hasBegun, isRefundable } from '@afterhours/contract/constants/webinars';
import { postMessages } from '@afterhours/contract/posts/posts';
import { seatMessages } from '@afterhours/contract/webinars/webinars';
import { lockCounters } from '#access/members.ts';
import { requirePost } from '#access/posts.ts';
import { postTouched, touchPosts } from '#access/touched.ts';
import type { Db } from '#db/connection/pool.ts';
import type { Tx } from '#db/events.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { AppError, fieldProblem, notFound } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';
import { lineMoved, ownSeatsChanged, seatsFreed, webinarJoined } from '../events.ts';
import { refundPaymentJob } from '../jobs.ts';
import { lockWebinarPost, markRefund } from '../queries.ts';
import {
  endSeat,
  insertSeat,
  lockSeating,
  type Seating,
  type SeatRow,
  selectEndedHolds,
  selectLiveSeat,
  selectSeatedPosts,
  takeHeldSeat,
} from './seat-queries.ts';

const RELEASED_AT_ONCE = 100;

/** Locks a webinar's post and returns it if the member may join. Throws 404, 422 and 403. */
export async function requireJoinable(db: Db, userId: string, postId: string, field: string) {
  const webinar = await lockWebinarPost(db, postId);
  if (!webinar) throw notFound(postMessages.notFound);
  // Serializes a block and a payment of the same two members, so that no payment escapes its refund.
  await lockCounters(db, [userId, webinar.user_id]);
  await requirePost(db, userId, postId);
  if (webinar.post_type !== 'webinar') throw fieldProblem(field, paymentMessages.notWebinar);
  if (webinar.user_id === userId) throw new AppError(403, paymentMessages.own);
  return { ...webinar, begun: hasBegun({ startsAt: webinar.starts_at?.toISOString() }) };
}

/** Whether anybody can take a seat: not while members are waiting for one, nor when the webinar is cancelled. */
export const hasRoom = ({ capacity, seats_taken, waited_for, cancelled_at }: Seating): boolean =>
  cancelled_at === null && (capacity === null || (seats_taken < capacity && !waited_for));

/** Returns the member's seat, or a new one that is held for them. Throws 409 when all seats are taken. */
export async function holdSeat(tx: Tx, seating: Seating, userId: string): Promise<SeatRow> {
  const { post_id: postId } = seating;
  const live = await selectLiveSeat(tx.db, postId, userId);
  if (live) return live;
  if (seating.cancelled_at !== null) throw new AppError(409, seatMessages.cancelled);
  if (!hasRoom(seating)) throw new AppError(409, seatMessages.full);
  const state = seating.price === 0 ? 'free' : 'held';
  const seat = await insertSeat(tx.db, { post_id: postId, user_id: userId, payment_id: null, state });
  await tx.emit(postTouched, { postId });
  await tx.emit(ownSeatsChanged, { userId, postId });
  return seat;
}

/**
 * Takes a seat in a free webinar, or holds one for HOLD_MINUTES. A member who already has a seat gets the same one
 * again.
 */
export function takeSeat(services: Services, userId: string, postId: string): Promise<SeatRow> {
  return inTransaction(services, async (tx) => {
    const webinar = await requireJoinable(tx.db, userId, postId, 'id');
    const seating = await lockSeating(tx.db, postId);
    const live = await selectLiveSeat(tx.db, postId, userId);
    const isOffered = live?.state === 'held' && seating.price === 0;
    if (live && !isOffered) return live;
    if (webinar.begun) throw new AppError(409, paymentMessages.begun);
    const seat = live ? await takeHeldSeat(tx.db, live.id) : await holdSeat(tx, seating, userId);
    if (live) {
      await tx.emit(postTouched, { postId });
      await tx.emit(ownSeatsChanged, { userId, postId });
    }
    if (seat.state === 'free') await tx.emit(webinarJoined, { postId, hostId: webinar.user_id, actorId: userId });
    return seat;
  });
}

/** Gives up a seat of a locked webinar, by the rules of `leaveSeat`. */
export async function leaveLockedSeat(
  services: Services,
  tx: Tx,
  seat: SeatRow,
  { startsAt, seating }: { startsAt: Date | null; seating: Seating },
): Promise<SeatRow> {
  const start = { startsAt: startsAt?.toISOString() ?? null };
  const paid = seat.state === 'paid';
  const mayLeave = (seat.moved && !hasBegun(start)) || isRefundable({ ...start, refundPolicy: seating.refund_policy });
  if (paid && !mayLeave) throw new AppError(409, seatMessages.noRefund);
  const left = await endSeat(tx.db, seat.id, paid ? 'refunded' : 'cancelled');
  // A payment that is still pending is refunded once it succeeds.
  const refunded = seat.payment_id === null ? null : await markRefund(tx.db, seat.payment_id);
  if (refunded === 'completed' && seat.payment_id !== null)
    await services.jobs.enqueue(tx.db, refundPaymentJob, { paymentId: seat.payment_id });
  await tx.emit(postTouched, { postId: seat.post_id });
  await tx.emit(ownSeatsChanged, { userId: seat.user_id, postId: seat.post_id });
  return left;
}

/**
 * Gives up a member's seat. A payment is refunded if the refund policy allows it; otherwise the seat stays, and this
 * throws 409. Throws 404 when there is no seat.
 */
export function leaveSeat(services: Services, userId: string, postId: string): Promise<SeatRow> {
  return inTransaction(services, async (tx) => {
    const post = await lockWebinarPost(tx.db, postId, { evenHidden: true });
    const seating = post && (await lockSeating(tx.db, postId));
    const seat = seating && (await selectLiveSeat(tx.db, postId, userId));
    if (!seat) throw notFound(seatMessages.none);
    return leaveLockedSeat(services, tx, seat, { startsAt: post.starts_at, seating });
  });
}

/** Announces that a member who deletes their account leaves seats and waiting lists. */
export async function announceVacated(tx: Tx, userId: string): Promise<void> {
  const posts = await selectSeatedPosts(tx.db, userId);
  await touchPosts(
    tx,
    posts.map(({ post_id }) => post_id),
  );
  await tx.emitAll(
    ownSeatsChanged,
    posts.map(({ post_id: postId }) => ({ userId, postId })),
  );
  await tx.emitAll(
    lineMoved,
    posts.filter(({ waits }) => waits).map(({ post_id: postId }) => ({ postId })),
  );
}

/** Releases seats whose hold has expired without a payment. */
export async function releaseEndedHolds(services: Services): Promise<void> {
  for (const postId of await selectEndedHolds(services.db, RELEASED_AT_ONCE)) {
    await inTransaction(services, async (tx) => {
      const post = await lockWebinarPost(tx.db, postId, { evenHidden: true });
      if (!post) return;
      await lockSeating(tx.db, postId);
      await tx.emit(postTouched, { postId });
      await tx.emit(seatsFreed, { postId });
    });
  }
}
