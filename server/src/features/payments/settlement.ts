/**
 * How a payment is settled. The intent is stored, the provider is called, and the outcome is stored; the process may
 * die between any two steps. So one function stores the outcome (`outcomes/apply-outcome.ts`), and all callers use it:
 * the route, the job enqueued with the intent, the webhook, and a scheduled job. None relies on the order of events: a
 * caller that receives an event asks the provider for the current state.
 */
import { HOUR_MS, MINUTE_MS } from '@afterhours/contract/base/durations';
import { isId } from '@afterhours/contract/constants/fields';
import { paymentMessages } from '@afterhours/contract/constants/payments';
import type { PaymentAction } from '@afterhours/contract/payments/payments';
import { HOLD_MINUTES } from '@afterhours/contract/webinars/webinars';
import type { Charge, ChargeOutcome, PaymentHint, Payments } from '#platform/payments/payments.ts';
import { createSandboxNotes } from '#platform/payments/sandbox-notes.ts';
import { createSandboxPayments } from '#platform/payments/sandbox-payments.ts';
import type { Services } from '#services.ts';
import { applyOutcome } from './outcomes/apply-outcome.ts';
import { type PaymentRow, selectKeptShares, selectPayment, selectPaymentByReference } from './queries.ts';
import { storeRefundProblem, storeReturned } from './troubles.ts';

/**
 * For this long after the intent, the charge itself is retried. After that the member may have given up and must not be
 * charged.
 */
const RETRY_MS = HOUR_MS;
/** A charge that the provider does not know after this time was never made. Its search may lag behind by minutes. */
const GIVE_UP_MS = 2 * RETRY_MS;

/**
 * While their seat is held, payers have this long to confirm a payment at their bank. Then it is cancelled, so that
 * nobody is charged for it later.
 */
const CONFIRM_MS = HOLD_MINUTES * MINUTE_MS;

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

/** Returns the provider of a payment, which may not be the one configured now. Throws when it is not available. */
export function providerOf({ payments, db }: Services, row: PaymentRow): Payments {
  if (payments.provider === row.provider) return payments;
  if (row.provider === 'sandbox') return createSandboxPayments(Date.now, createSandboxNotes(db));
  throw new Error(`Payment ${row.id} was made with ${row.provider}, which is not configured any more.`);
}

async function askProvider(services: Services, row: PaymentRow): Promise<ChargeOutcome> {
  const provider = providerOf(services, row);
  const charge = toCharge(row);
  const age = Date.now() - row.created_at.getTime();
  // With the same idempotency key, this either charges now or returns the earlier outcome.
  if (row.reference === null && row.refund_requested_at === null && age < RETRY_MS) {
    const outcome = await provider.charge(charge);
    // An earlier call may have charged the card, even though this one is rejected.
    return outcome.status === 'unavailable' ? { status: 'pending', reference: null } : outcome;
  }
  const { reference } = row;
  const found = await provider.find(charge, reference);
  const overdue = found?.status === 'action' && (row.refund_requested_at !== null || age >= CONFIRM_MS);
  const outcome = overdue ? await provider.cancel(charge, found.reference) : found;
  if (outcome && outcome.status !== 'blocked') return outcome;
  if (age < GIVE_UP_MS) return { status: 'pending', reference: null };
  // In a closed account, a payment that its payer had yet to confirm was not charged; any other may have been.
  if (outcome && !row.requires_action) return { status: 'blocked' };
  return { status: 'declined', reference, message: paymentMessages.notCompleted.message };
}

export type Progress = {
  payment: PaymentRow;
  /** What the payer has to do to continue; null if nothing. */
  action: Omit<PaymentAction, 'publishableKey'> | null;
};

/** Returns a payment after an outcome from the provider, with the action that it waits for. */
export const progressOf = (payment: PaymentRow, outcome: ChargeOutcome): Progress => {
  const waits = outcome.status === 'action' && payment.status === 'pending';
  return { payment, action: waits ? { clientSecret: outcome.clientSecret, account: payment.stripe_account } : null };
};

/**
 * Settles a pending payment as far as possible. Returns it with the action it waits for, or undefined if there is none.
 */
export async function advancePayment(services: Services, id: string): Promise<Progress | undefined> {
  const row = await selectPayment(services.db, id);
  if (row?.status !== 'pending') return row && { payment: row, action: null };
  const outcome = await askProvider(services, row);
  await storeRefundProblem(services, row, { blocked: outcome.status === 'blocked', waits: false });
  return progressOf((await applyOutcome(services, id, outcome)) ?? row, outcome);
}

/** Settles a pending payment as far as possible. Returns it, or undefined if it does not exist. */
export async function settlePayment(services: Services, id: string): Promise<PaymentRow | undefined> {
  return (await advancePayment(services, id))?.payment;
}

/**
 * Checks the payment of a provider's event: the one that the charge belongs to, or else the one that it names. Does
 * nothing if it does not exist here, or belongs to another account than the event.
 */
export async function settleHint(services: Services, hint: Extract<PaymentHint, { kind: 'charge' }>): Promise<void> {
  const { id, reference, account } = hint;
  const byReference = reference === null ? null : await selectPaymentByReference(services.db, reference);
  const row = byReference ?? (id !== null && isId(id) ? await selectPayment(services.db, id) : null);
  if (row?.stripe_account === account) await checkPayment(services, row.id, reference);
}

/**
 * Checks a refunded payment: the provider may have returned more of the community's share since, or the payer's bank
 * may have returned the refund. The sandbox does not know its refunds.
 */
async function checkRefunded(services: Services, row: PaymentRow): Promise<void> {
  if (row.provider === 'sandbox' || row.reference === null) return;
  const found = await providerOf(services, row).find(toCharge(row), row.reference);
  // The provider did not respond. An error makes it send the event again.
  if (found?.status === 'pending') throw new Error(`The refund of payment ${row.id} is not known yet.`);
  if (found?.status === 'refunded') await applyOutcome(services, row.id, found);
  if (found?.status === 'succeeded') await storeReturned(services, row.id, found);
}

const SHARES_AT_ONCE = 100;

/** Checks the refunded payments of an account whose share the community still has, latest refund first. */
export async function checkShares(services: Services, account: string): Promise<void> {
  for (const id of await selectKeptShares(services.db, account, SHARES_AT_ONCE)) await checkPayment(services, id);
}

/** Updates a payment, even a completed one, to its current state at the provider. */
export async function checkPayment(services: Services, id: string, reference: string | null = null): Promise<void> {
  const row = await selectPayment(services.db, id);
  if (!row) return;
  if (row.status === 'refunded') return checkRefunded(services, row);
  const provider = providerOf(services, row);
  const found = await provider.find(toCharge(row), row.reference ?? reference);
  // A payment that counts as failed must not be confirmed any more.
  const open = found?.status === 'action' && row.status === 'failed';
  const outcome = open ? await provider.cancel(toCharge(row), found.reference) : found;
  if (outcome && outcome.status !== 'blocked') await applyOutcome(services, row.id, outcome);
}

/** Refunds a payment marked for refund. Throws until the refund is done, so that its job is retried. */
export async function refundPayment(services: Services, id: string): Promise<void> {
  const row = await selectPayment(services.db, id);
  if (row?.status !== 'completed' || row.refund_requested_at === null || row.reference === null) return;
  const outcome = await providerOf(services, row).refund(toCharge(row), row.reference);
  await storeRefundProblem(services, row, {
    blocked: outcome.status === 'blocked',
    waits: outcome.status === 'waiting',
  });
  if (outcome.status !== 'refunded') throw new Error(`The refund of payment ${id} is not done: ${outcome.detail}`);
  await applyOutcome(services, id, { ...outcome, reference: row.reference });
}
