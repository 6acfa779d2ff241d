/**
 * Applies an outcome from the provider to a payment, in one transaction under the row's lock. A settled payment does
 * not change, so outcomes may arrive repeatedly and in any order.
 */
import { paymentMessages } from '@afterhours/contract/constants/payments';
import { hasBegun } from '@afterhours/contract/constants/webinars';
import { lockCounters } from '#access/members.ts';
import { postTouched } from '#access/touched.ts';
import type { Db } from '#db/connection/pool.ts';
import type { Tx } from '#db/events.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import type { ChargeOutcome } from '#platform/payments/payments.ts';
import { isDisputedToken } from '#platform/payments/sandbox-payments.ts';
import type { Services } from '#services.ts';
import { ownSeatsChanged, webinarJoined } from './events.ts';
import { checkPaymentJob, paymentMailJob, refundPaymentJob } from './jobs.ts';
import {
  lockPayment,
  lockWebinarPost,
  type PaymentRow,
  selectLivePayment,
  selectPayment,
  updatePayment,
} from './queries.ts';
import { issueReceipts } from './receipts/issue-receipts.ts';
import { hasRoom } from './seats/seat-commands.ts';
import {
  endSeatOfPayment,
  insertSeat,
  lockSeating,
  type Seating,
  selectLiveSeat,
  setSeatPayment,
} from './seats/seat-queries.ts';
import { notifyOfDispute } from './troubles.ts';

type Webinar = { seating: Seating; begun: boolean };

/**
 * Gives a successful payment the seat that is held for it, or another free one. Returns false when it is too late: the
 * post is gone, another payment was faster, all seats are taken by now, or the webinar began while the payment counted
 * as failed.
 */
async function seatPayer({ db }: Tx, row: PaymentRow, webinar: Webinar | undefined): Promise<boolean> {
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

type Outcome<Status> = Extract<ChargeOutcome, { status: Status }>;

async function complete(services: Services, tx: Tx, row: PaymentRow, late: boolean, outcome: Outcome<'succeeded'>) {
  const settled = await updatePayment(tx.db, row.id, {
    status: 'completed',
    reference: outcome.reference,
    dispute: outcome.dispute ?? null,
    reason: null,
    requires_action: false,
    refund_blocked: false,
    settled_at: new Date(),
    refund_requested_at: late ? (row.refund_requested_at ?? new Date()) : null,
  });
  await notifyOfDispute(services, tx.db, { before: row, after: settled });
  // The sandbox sends no events, so the dispute has to be checked.
  if (isDisputedToken(row.token))
    await services.jobs.enqueue(tx.db, checkPaymentJob, { paymentId: row.id }, { delaySeconds: 10 });
  if (late) await services.jobs.enqueue(tx.db, refundPaymentJob, { paymentId: row.id });
  else if (row.user_id !== null) {
    const { id: paymentId, post_id: postId, host_id: hostId, user_id: actorId } = row;
    await tx.emit(webinarJoined, { postId, hostId, actorId });
    await tx.emit(postTouched, { postId });
    await tx.emit(ownSeatsChanged, { userId: actorId, postId });
    await services.jobs.enqueue(tx.db, paymentMailJob, { paymentId, about: 'receipt' });
  }
  await issueReceipts(services, tx.db, settled);
  return settled;
}

/** Stores the state of a paid payment's dispute. The seat stays until the dispute is lost, which counts as a refund. */
async function storeDispute(
  services: Services,
  { db }: Tx,
  row: PaymentRow,
  dispute: PaymentRow['dispute'],
): Promise<PaymentRow> {
  if (row.status !== 'completed' || row.dispute === dispute) return row;
  const after = await updatePayment(db, row.id, { dispute });
  await notifyOfDispute(services, db, { before: row, after });
  return after;
}

/**
 * Fails a payment in an account that is closed, so that its payer can order again. Whether it was charged is unknown
 * until the account is back and the payment is checked.
 */
const failUnknown = ({ db }: Tx, { id }: PaymentRow): Promise<PaymentRow> =>
  updatePayment(db, id, {
    status: 'failed',
    reason: paymentMessages.lostSight.message,
    refund_blocked: true,
    settled_at: new Date(),
    requires_action: false,
  });

/**
 * Clears a failed payment of unknown outcome that turns out not to have been charged. Other payments stay as they are.
 */
async function clearUnknown({ db }: Tx, row: PaymentRow, outcome: ChargeOutcome): Promise<PaymentRow> {
  if (row.status !== 'failed' || !row.refund_blocked || outcome.status !== 'declined') return row;
  return updatePayment(db, row.id, { refund_blocked: false, reason: outcome.message });
}

/**
 * Stores how much of the community's share was returned, if it is more than before. A trigger enters the difference.
 */
async function storeShare({ db }: Tx, row: PaymentRow, { feeReturned }: Outcome<'refunded'>): Promise<PaymentRow> {
  if (feeReturned == null || row.fee_returned === null || feeReturned <= row.fee_returned) return row;
  return updatePayment(db, row.id, { fee_returned: feeReturned });
}

/** Ends a payment whose money is back with its payer, and its seat. */
async function endRefunded(
  services: Services,
  tx: Tx,
  row: PaymentRow,
  outcome: Outcome<'refunded'>,
): Promise<PaymentRow> {
  const { id } = row;
  if (row.status === 'refunded') return storeShare(tx, row, outcome);
  if (await endSeatOfPayment(tx.db, id)) await tx.emit(postTouched, { postId: row.post_id });
  // Also if the seat was given up before: payer and host see what became of the payment.
  await tx.emit(ownSeatsChanged, { userId: row.user_id, postId: row.post_id, hostId: row.host_id });
  await services.jobs.enqueue(tx.db, paymentMailJob, { paymentId: id, about: 'refund' });
  const refunded = await updatePayment(tx.db, id, {
    status: 'refunded',
    reference: outcome.reference,
    refunded_at: new Date(),
    requires_action: false,
    dispute: outcome.dispute ?? row.dispute,
    fee_returned: outcome.feeReturned ?? null,
  });
  await notifyOfDispute(services, tx.db, { before: row, after: refunded });
  await issueReceipts(services, tx.db, refunded);
  return refunded;
}

type Unsettled = Exclude<ChargeOutcome, { status: 'succeeded' | 'refunded' }>;

/** Stores that a pending payment still waits, or that it has failed. */
async function applyUnsettled(tx: Tx, row: PaymentRow, outcome: Unsettled): Promise<PaymentRow> {
  const { id, status } = row;
  if (status !== 'pending') return clearUnknown(tx, row, outcome);
  if (outcome.status === 'blocked') return failUnknown(tx, row);
  if (outcome.status === 'action')
    return updatePayment(tx.db, id, { reference: outcome.reference, requires_action: true });
  if (outcome.status === 'pending')
    return outcome.reference === null ? row : updatePayment(tx.db, id, { reference: outcome.reference });
  const declined = outcome.status === 'declined';
  return updatePayment(tx.db, id, {
    status: 'failed',
    reason: declined ? outcome.message : paymentMessages.unavailable.message,
    reference: declined ? outcome.reference : null,
    settled_at: new Date(),
    requires_action: false,
  });
}

/** Locks a payment and its webinar, in the order in which orders do, because otherwise the two would deadlock. */
async function lockAll(db: Db, id: string): Promise<{ row: PaymentRow | undefined; webinar: Webinar | undefined }> {
  const found = await selectPayment(db, id);
  if (!found) return { row: undefined, webinar: undefined };
  const post = await lockWebinarPost(db, found.post_id);
  await lockCounters(db, found.user_id === null ? [found.host_id] : [found.user_id, found.host_id]);
  const webinar = post && {
    seating: await lockSeating(db, post.id),
    begun: hasBegun({ startsAt: post.starts_at?.toISOString() }),
  };
  return { row: await lockPayment(db, id), webinar };
}

/** Applies an outcome to a payment; a settled one does not change. Returns the payment as it is afterwards. */
export function applyOutcome(services: Services, id: string, outcome: ChargeOutcome): Promise<PaymentRow | undefined> {
  return inTransaction(services, async (tx) => {
    const { row, webinar } = await lockAll(tx.db, id);
    if (!row) return undefined;
    if (outcome.status === 'refunded') return endRefunded(services, tx, row, outcome);
    if (outcome.status !== 'succeeded') return applyUnsettled(tx, row, outcome);
    const open = row.status === 'pending' || row.status === 'failed';
    if (!open) return storeDispute(services, tx, row, outcome.dispute ?? null);
    const late = !(await seatPayer(tx, row, webinar));
    return complete(services, tx, row, late, outcome);
  });
}
