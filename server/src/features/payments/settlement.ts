/**
 * How a payment is settled. The steps are: intent stored, provider called, outcome stored; the process may die between
 * any two. So one function stores the outcome under the row's lock, and all callers use it: the call itself, the job
 * that was enqueued with the intent, the webhook, and the sweep. None relies on the order of events: a caller that
 * receives an event asks the provider for the present state.
 */
import { isId } from '@afterhours/contract/base/fields';
import { paymentMessages } from '@afterhours/contract/constants/payments';
import type { PaymentAction } from '@afterhours/contract/payments';
import { HOLD_MINUTES } from '@afterhours/contract/webinars';
import { lockMembers } from '#access/members.ts';
import { postTouched } from '#access/touched.ts';
import type { Tx } from '#db/events.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import type { Charge, ChargeOutcome, PaymentHint, Payments } from '#platform/payments/payments.ts';
import { createSandboxNotes } from '#platform/payments/sandbox-notes.ts';
import { createSandboxPayments, isDisputedToken } from '#platform/payments/sandbox-payments.ts';
import type { Services } from '#services.ts';
import { webinarJoined } from './events.ts';
import { checkPaymentJob, paymentMailJob, refundPaymentJob } from './jobs.ts';
import {
  lockPayment,
  lockWebinar,
  type PaymentRow,
  selectLivePayment,
  selectPayment,
  selectPaymentByReference,
  updatePayment,
} from './queries.ts';
import { issueReceipts } from './receipts/issue-receipts.ts';
import { hasRoom } from './seats/seat-commands.ts';
import {
  endSeatOfPayment,
  givePayment,
  insertSeat,
  lockSeating,
  type Seating,
  selectLiveSeat,
} from './seats/seat-queries.ts';

/**
 * For this long after the intent the charge itself is retried; later the member may have given up and must not be
 * charged.
 */
const RETRY_MS = 3_600_000;
/**
 * After this long, a charge unknown to the provider was never made. The provider's search may lag behind by minutes.
 */
const GIVE_UP_MS = 2 * RETRY_MS;

/**
 * A payer has this long to confirm a payment at their bank, as long as their seat is kept. Then it is cancelled, so
 * that nobody is charged for it later.
 */
const CONFIRM_MS = HOLD_MINUTES * 60_000;

export const toCharge = (row: PaymentRow): Charge => ({
  id: row.id,
  token: row.token,
  amount: row.amount,
  currency: row.currency,
  description: row.description,
  email: row.email,
  account: row.stripe_account,
  fee: row.application_fee,
});

/** Returns the provider of a payment, which may not be the one configured now; throws when it is not available. */
export function providerOf({ payments, db }: Services, row: PaymentRow): Payments {
  if (payments.provider === row.provider) return payments;
  if (row.provider === 'sandbox') return createSandboxPayments(Date.now, createSandboxNotes(db));
  throw new Error(`Payment ${row.id} was made with ${row.provider}, which is not configured any more.`);
}

/**
 * Gives a succeeding payment the seat that is kept for it, or another that is free. Returns false when it is too late:
 * the post is gone, another payment was faster, or all seats are taken by now.
 */
async function seatPayer({ db }: Tx, row: PaymentRow, seating: Seating | undefined): Promise<boolean> {
  const { id: paymentId, user_id: userId, post_id: postId } = row;
  if (!seating || row.refund_requested_at !== null || userId === null) return false;
  if (row.status === 'failed' && (await selectLivePayment(db, postId, userId))) return false;
  const seat = await selectLiveSeat(db, postId, userId);
  if (seat) {
    if (seat.state !== 'held') return seat.payment_id === paymentId;
    await givePayment(db, seat.id, { paymentId, state: 'paid' });
    return true;
  }
  if (!hasRoom(seating)) return false;
  await insertSeat(db, { post_id: postId, user_id: userId, payment_id: paymentId, state: 'paid' });
  return true;
}

type Succeeded = Extract<ChargeOutcome, { status: 'succeeded' }>;

async function complete(services: Services, tx: Tx, row: PaymentRow, late: boolean, outcome: Succeeded) {
  const settled = await updatePayment(tx.db, row.id, {
    status: 'completed',
    reference: outcome.reference,
    dispute: outcome.dispute ?? null,
    reason: null,
    requires_action: false,
    settled_at: new Date(),
    refund_requested_at: late ? (row.refund_requested_at ?? new Date()) : null,
  });
  // The sandbox sends no events, so its dispute is looked for.
  if (isDisputedToken(row.token))
    await services.jobs.enqueue(tx.db, checkPaymentJob, { paymentId: row.id }, { delaySeconds: 10 });
  if (late) await services.jobs.enqueue(tx.db, refundPaymentJob, { paymentId: row.id });
  else if (row.user_id !== null) {
    const { id: paymentId, post_id: postId, host_id: hostId, user_id: actorId } = row;
    await tx.emit(webinarJoined, { postId, hostId, actorId });
    await tx.emit(postTouched, { postId });
    await services.jobs.enqueue(tx.db, paymentMailJob, { paymentId, about: 'receipt' });
  }
  await issueReceipts(services, tx.db, settled);
  return settled;
}

/** Keeps how a dispute of a paid payment stands. The seat stays until it is lost, which is a refund. */
async function noteDispute({ db }: Tx, row: PaymentRow, dispute: PaymentRow['dispute']): Promise<PaymentRow> {
  if (row.status !== 'completed' || row.dispute === dispute) return row;
  return updatePayment(db, row.id, { dispute });
}

/** Stores an outcome; a settled payment stays as it is. Returns the payment as it is afterwards. */
export function applyOutcome(services: Services, id: string, outcome: ChargeOutcome): Promise<PaymentRow | undefined> {
  return inTransaction(services, async (tx) => {
    // In the order of an order: post, members, webinar, payment; otherwise the two would deadlock.
    const found = await selectPayment(tx.db, id);
    const webinar = found && (await lockWebinar(tx.db, found.post_id));
    await lockMembers(
      tx.db,
      [found?.user_id ?? null, found?.host_id ?? null].filter((userId) => userId !== null),
    );
    const seating = webinar && (await lockSeating(tx.db, webinar.id));
    const row = await lockPayment(tx.db, id);
    if (!row) return undefined;
    const open = row.status === 'pending' || row.status === 'failed';
    if (outcome.status === 'succeeded') {
      if (!open) return noteDispute(tx, row, outcome.dispute ?? null);
      const late = !(await seatPayer(tx, row, seating));
      return complete(services, tx, row, late, outcome);
    }
    if (outcome.status === 'refunded') {
      if (row.status === 'refunded') return row;
      if (await endSeatOfPayment(tx.db, id)) await tx.emit(postTouched, { postId: row.post_id });
      await services.jobs.enqueue(tx.db, paymentMailJob, { paymentId: id, about: 'refund' });
      const refunded = await updatePayment(tx.db, id, {
        status: 'refunded',
        reference: outcome.reference,
        refunded_at: new Date(),
        requires_action: false,
        dispute: outcome.dispute ?? row.dispute,
      });
      await issueReceipts(services, tx.db, refunded);
      return refunded;
    }
    if (row.status !== 'pending' || outcome.status === 'blocked') return row;
    if (outcome.status === 'action')
      return updatePayment(tx.db, id, { reference: outcome.reference, requires_action: true });
    if (outcome.status === 'pending')
      return outcome.reference === null ? row : updatePayment(tx.db, id, { reference: outcome.reference });
    const reason = outcome.status === 'declined' ? outcome.message : paymentMessages.unavailable.message;
    const reference = outcome.status === 'declined' ? outcome.reference : null;
    return updatePayment(tx.db, id, {
      status: 'failed',
      reason,
      reference,
      settled_at: new Date(),
      requires_action: false,
    });
  });
}

async function askProvider(services: Services, row: PaymentRow): Promise<ChargeOutcome> {
  const provider = providerOf(services, row);
  const charge = toCharge(row);
  const age = Date.now() - row.created_at.getTime();
  // With the same key again, this either makes the charge now, or returns its outcome.
  if (row.reference === null && row.refund_requested_at === null && age < RETRY_MS) {
    const outcome = await provider.charge(charge);
    // An earlier call may have charged, though this one is refused.
    return outcome.status === 'unavailable' ? { status: 'pending', reference: null } : outcome;
  }
  const { reference } = row;
  const found = await provider.find(charge, reference);
  const overdue = found?.status === 'action' && (row.refund_requested_at !== null || age >= CONFIRM_MS);
  const outcome = overdue ? await provider.cancel(charge, found.reference) : found;
  if (outcome && outcome.status !== 'blocked') return outcome;
  if (age < GIVE_UP_MS) return { status: 'pending', reference: null };
  // In an account that is gone, what its payer had yet to confirm was not charged; anything else may have been.
  if (outcome && !row.requires_action) return outcome;
  return { status: 'declined', reference, message: paymentMessages.notCompleted.message };
}

export type Progress = {
  payment: PaymentRow;
  /** What its payer has to do before it goes on; null for nothing. */
  action: Omit<PaymentAction, 'publishableKey'> | null;
};

/** A payment after an outcome of the provider, with what it waits for. */
export const progressOf = (payment: PaymentRow, outcome: ChargeOutcome): Progress => {
  const waits = outcome.status === 'action' && payment.status === 'pending';
  return { payment, action: waits ? { clientSecret: outcome.clientSecret, account: payment.stripe_account } : null };
};

/** Settles a pending payment as far as possible, and returns what it waits for; undefined when there is none. */
export async function advancePayment(services: Services, id: string): Promise<Progress | undefined> {
  const row = await selectPayment(services.db, id);
  if (row?.status !== 'pending') return row && { payment: row, action: null };
  const outcome = await askProvider(services, row);
  const blocked = outcome.status === 'blocked';
  if (blocked !== row.refund_blocked) await updatePayment(services.db, id, { refund_blocked: blocked });
  return progressOf((await applyOutcome(services, id, outcome)) ?? row, outcome);
}

/** Settles a pending payment as far as possible. Returns it, undefined when there is none. */
export async function settlePayment(services: Services, id: string): Promise<PaymentRow | undefined> {
  return (await advancePayment(services, id))?.payment;
}

/**
 * Checks the payment of a provider's event; does nothing when it is not one of ours, or another account's than the
 * event's.
 */
export async function settleHint(services: Services, hint: Extract<PaymentHint, { kind: 'charge' }>): Promise<void> {
  const byId = hint.id !== null && isId(hint.id) ? await selectPayment(services.db, hint.id) : null;
  const row = byId ?? (hint.reference === null ? null : await selectPaymentByReference(services.db, hint.reference));
  if (row?.stripe_account === hint.account) await checkPayment(services, row.id, hint.reference);
}

/** Asks the provider for the present state of a payment, also of one that is completed. */
export async function checkPayment(services: Services, id: string, reference: string | null = null): Promise<void> {
  const row = await selectPayment(services.db, id);
  if (!row || row.status === 'refunded') return;
  const outcome = await providerOf(services, row).find(toCharge(row), row.reference ?? reference);
  if (outcome) await applyOutcome(services, row.id, outcome);
}

/** Refunds a payment marked for refund. Throws until the refund is done, so that its job is retried. */
export async function refundPayment(services: Services, id: string): Promise<void> {
  const row = await selectPayment(services.db, id);
  if (row?.status !== 'completed' || row.refund_requested_at === null || row.reference === null) return;
  const outcome = await providerOf(services, row).refund(toCharge(row), row.reference);
  const blocked = outcome.status === 'blocked';
  if (blocked !== row.refund_blocked) await updatePayment(services.db, id, { refund_blocked: blocked });
  if (outcome.status !== 'refunded') throw new Error(`The refund of payment ${id} is not done: ${outcome.detail}`);
  await applyOutcome(services, id, { status: 'refunded', reference: row.reference });
}
