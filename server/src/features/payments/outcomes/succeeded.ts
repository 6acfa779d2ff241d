/** Payments that were charged. Each gets a seat, or is refunded if it comes too late for one. */
import { postTouched } from '#access/touched.ts';
import type { Tx } from '#db/events.ts';
import { isDisputedToken } from '#platform/payments/sandbox-payments.ts';
import type { Services } from '#services.ts';
import { ownSeatsChanged, webinarJoined } from '../events.ts';
import { checkPaymentJob, paymentMailJob, refundPaymentJob } from '../jobs.ts';
import { type PaymentRow, selectLivePayment, updatePayment } from '../queries.ts';
import { issueReceipts } from '../receipts/issue-receipts.ts';
import { hasRoom } from '../seats/seat-commands.ts';
import { insertSeat, selectLiveSeat, setSeatPayment } from '../seats/seat-queries.ts';
import { notifyOfDispute } from '../troubles.ts';
import type { LockedPayment, Outcome } from './locked-payment.ts';

/**
 * Gives a payment the seat that is held for it, or another free one. Returns false when it is too late: the post or the
 * payer is gone, another payment was faster, all seats are taken by now, or the webinar began while the payment counted
 * as failed.
 */
async function seatPayer({ db }: Tx, { row, webinar }: LockedPayment): Promise<boolean> {
  const { id: paymentId, user_id: userId, post_id: postId } = row;
  if (!webinar || row.refund_requested_at !== null || userId === null) return false;
  const { seating, begun } = webinar;
  if (row.status === 'failed' && (begun || (await selectLivePayment(db, postId, userId)))) return false;
  const seat = await selectLiveSeat(db, postId, userId);
  if (seat) {
    if (seat.state !== 'held') return seat.payment_id === paymentId;
    await setSeatPayment(db, seat.id, { paymentId, state: 'paid' });
    return true;
  }
  if (!hasRoom(seating)) return false;
  await insertSeat(db, { post_id: postId, user_id: userId, payment_id: paymentId, state: 'paid' });
  return true;
}

async function announceSeat(services: Services, tx: Tx, row: PaymentRow): Promise<void> {
  const { id: paymentId, post_id: postId, host_id: hostId, user_id: actorId } = row;
  if (actorId === null) return;
  await tx.emit(webinarJoined, { postId, hostId, actorId });
  await tx.emit(postTouched, { postId });
  await tx.emit(ownSeatsChanged, { userId: actorId, postId });
  await services.jobs.enqueue(tx.db, paymentMailJob, { paymentId, about: 'receipt' });
}

/** Completes a payment that was pending, or counted as failed. One without a seat is marked for refund. */
export async function complete(
  services: Services,
  tx: Tx,
  payment: LockedPayment,
  { reference, dispute = null }: Outcome<'succeeded'>,
): Promise<PaymentRow> {
  const { row } = payment;
  const { id: paymentId } = row;
  const isSeated = await seatPayer(tx, payment);
  const completed = await updatePayment(tx.db, paymentId, {
    status: 'completed',
    reference,
    dispute,
    reason: null,
    requires_action: false,
    refund_blocked: false,
    settled_at: new Date(),
    refund_requested_at: isSeated ? null : (row.refund_requested_at ?? new Date()),
  });
  await notifyOfDispute(services, tx.db, { before: row, after: completed });
  // The sandbox sends no events, so the dispute has to be checked.
  if (isDisputedToken(row.token))
    await services.jobs.enqueue(tx.db, checkPaymentJob, { paymentId }, { delaySeconds: 10 });
  if (isSeated) await announceSeat(services, tx, row);
  else await services.jobs.enqueue(tx.db, refundPaymentJob, { paymentId });
  await issueReceipts(services, tx.db, completed);
  return completed;
}

/** Stores the state of a completed payment's dispute. The seat stays until a dispute is lost, which is a refund. */
export async function storeDispute(
  services: Services,
  { db }: Tx,
  row: PaymentRow,
  { dispute = null }: Outcome<'succeeded'>,
): Promise<PaymentRow> {
  if (row.dispute === dispute) return row;
  const after = await updatePayment(db, row.id, { dispute });
  await notifyOfDispute(services, db, { before: row, after });
  return after;
}
