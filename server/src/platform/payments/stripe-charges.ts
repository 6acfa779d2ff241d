/**
 * Charges at Stripe: one PaymentIntent each, confirmed on creation. A card that requires 3-D Secure leaves it waiting
 * for its payer. An intent whose payer failed the check can be confirmed again in the browser, with another card, so it
 * is cancelled before it counts as declined.
 */
import { HOUR_MS } from '@afterhours/contract/base/durations';
import { isId } from '@afterhours/contract/constants/fields';
import { paymentMessages } from '@afterhours/contract/constants/payments';
import type Stripe from 'stripe';
import type { Charge, Charged, ChargeOutcome, Dispute } from './payments.ts';

/** The codes of errors that the card caused before anything was charged. */
const cardAtFault = new Set(['token_already_used', 'resource_missing', 'payment_intent_authentication_failure']);

const disputeEnds: Partial<Record<string, Dispute>> = {
  lost: 'lost',
  won: 'won',
  warning_closed: 'won',
  prevented: 'won',
};

/** Returns the option for a call's account: a connected one, or the community's own. */
export const on = (account: string | null): { stripeAccount?: string } =>
  account === null ? {} : { stripeAccount: account };

function toDeclined({ id, status, last_payment_error: error }: Stripe.PaymentIntent): ChargeOutcome {
  const fallback = status === 'canceled' ? paymentMessages.notCompleted : paymentMessages.declined;
  const refused = error?.code === 'payment_intent_authentication_failure';
  const message = refused ? paymentMessages.notConfirmed.message : (error?.message ?? fallback.message);
  return { status: 'declined', reference: id, message };
}

export function toOutcome(intent: Stripe.PaymentIntent, dispute: Dispute | null = null): ChargeOutcome {
  const { id: reference, latest_charge: charge } = intent;
  if (intent.status === 'succeeded') {
    const refunded = dispute === 'lost' || (typeof charge === 'object' && charge?.refunded === true);
    return { status: refunded ? 'refunded' : 'succeeded', reference, dispute };
  }
  if (intent.status === 'requires_action') return { status: 'action', reference, clientSecret: intent.client_secret };
  if (intent.status === 'requires_payment_method' || intent.status === 'canceled') return toDeclined(intent);
  return { status: 'pending', reference };
}

/**
 * Returns what a failed call means for the charge. Only an explicit rejection counts as not charged; a timeout, an
 * error at Stripe, a rate limit or a running call with the same key leaves it open.
 */
export function toFailedOutcome(error: unknown, { errors }: typeof Stripe): ChargeOutcome {
  if (error instanceof errors.StripeCardError) {
    const reference = error.payment_intent?.id ?? null;
    return { status: 'declined', reference, message: error.message || paymentMessages.declined.message };
  }
  if (error instanceof errors.StripeAuthenticationError || error instanceof errors.StripePermissionError)
    return { status: 'unavailable', detail: error.message };
  if (error instanceof errors.StripeInvalidRequestError) {
    return cardAtFault.has(error.code ?? '')
      ? { status: 'declined', reference: null, message: paymentMessages.token.message }
      : { status: 'unavailable', detail: error.message };
  }
  if (error instanceof errors.StripeError) return { status: 'pending', reference: null };
  throw error;
}

export async function makeIntent(stripe: Stripe, charge: Charge): Promise<Stripe.PaymentIntent> {
  const account = on(charge.account);
  const method = await stripe.paymentMethods.create(
    { type: 'card', card: { token: charge.token } },
    { ...account, idempotencyKey: `${charge.id}-card` },
  );
  return stripe.paymentIntents.create(
    {
      amount: charge.amount,
      currency: charge.currency,
      description: charge.description,
      receipt_email: charge.email,
      payment_method: method.id,
      allowed_payment_method_types: ['card'],
      confirm: true,
      metadata: { payment_id: charge.id },
      ...(charge.account !== null && charge.fee > 0 ? { application_fee_amount: charge.fee } : {}),
    },
    { ...account, idempotencyKey: charge.id },
  );
}

const expand = ['latest_charge'];

/** False for an intent that a host has made in their own account for another sum, or without the community's share. */
const isFor = (intent: Stripe.PaymentIntent, { amount, currency, account, fee }: Charge): boolean =>
  intent.amount === amount &&
  intent.currency === currency &&
  (account === null || (intent.application_fee_amount ?? 0) === fee);

async function findIntent(stripe: Stripe, charge: Charge, reference: string | null) {
  const { id, account } = charge;
  if (reference !== null) {
    const intent = await stripe.paymentIntents.retrieve(reference, { expand }, on(account));
    return isFor(intent, charge) ? intent : null;
  }
  const found = stripe.paymentIntents.search(
    { query: `metadata['payment_id']:'${id}'`, limit: 100, expand: expand.map((path) => `data.${path}`) },
    on(account),
  );
  for await (const intent of found) if (isFor(intent, charge)) return intent;
  return null;
}

/** Returns the state of a charge's latest dispute; null if there is none. */
async function findDispute(
  stripe: Stripe,
  account: string | null,
  intent: Stripe.PaymentIntent,
): Promise<Dispute | null> {
  if (typeof intent.latest_charge !== 'object' || intent.latest_charge?.disputed !== true) return null;
  const { data } = await stripe.disputes.list({ payment_intent: intent.id, limit: 1 }, on(account));
  return data[0] ? (disputeEnds[data[0].status] ?? 'open') : null;
}

/** Returns how much of the community's share went back with a charge. The share is in the community's account. */
async function readReturned(
  stripe: Stripe,
  account: string | null,
  { latest_charge: charge }: Stripe.PaymentIntent,
): Promise<number | null> {
  const share = typeof charge === 'object' ? charge?.application_fee : null;
  if (account === null || !share) return null;
  const { amount_refunded: returned } = await stripe.applicationFees.retrieve(
    typeof share === 'string' ? share : share.id,
  );
  return returned;
}

/** Like `readReturned`, for a charge that was refunded a moment ago. */
export async function findReturned(
  stripe: Stripe,
  { account, fee }: Pick<Charge, 'account' | 'fee'>,
  reference: string,
): Promise<number | null> {
  if (account === null || fee === 0) return null;
  const intent = await stripe.paymentIntents.retrieve(reference, { expand }, on(account));
  return readReturned(stripe, account, intent);
}

/** Returns the outcome according to an intent, its dispute, and the community's share. */
async function describe(stripe: Stripe, account: string | null, intent: Stripe.PaymentIntent): Promise<ChargeOutcome> {
  const outcome = toOutcome(intent, await findDispute(stripe, account, intent));
  if (outcome.status !== 'refunded') return outcome;
  return { ...outcome, feeReturned: await readReturned(stripe, account, intent) };
}

/**
 * Cancels an intent. If it can no longer be cancelled, because it has succeeded or is being charged, its state counts.
 */
export async function cancelIntent(stripe: Stripe, charge: Charge, reference: string): Promise<ChargeOutcome> {
  const account = on(charge.account);
  try {
    await stripe.paymentIntents.cancel(reference, { cancellation_reason: 'abandoned' }, account);
  } catch (error) {
    if ((error as { code?: string }).code !== 'payment_intent_unexpected_state') throw error;
  }
  const intent = await stripe.paymentIntents.retrieve(reference, { expand }, account);
  // Still unpaid, although it could not be cancelled: the next look-up decides.
  if (intent.status === 'requires_payment_method') return { status: 'pending', reference };
  return describe(stripe, charge.account, intent);
}

/** Returns a charge's current state; null if there is none. */
export async function findOutcome(
  stripe: Stripe,
  charge: Charge,
  reference: string | null,
): Promise<ChargeOutcome | null> {
  const intent = await findIntent(stripe, charge, reference);
  if (intent?.status === 'requires_payment_method') return cancelIntent(stripe, charge, intent.id);
  return intent && describe(stripe, charge.account, intent);
}

/** Yields the successful charges since a time, latest first. */
export async function* listCharged(
  stripe: Stripe,
  account: string | null,
  { since, limit }: { since: Date; limit: number },
): AsyncGenerator<Charged> {
  let seen = 0;
  const created = { gte: Math.floor(since.getTime() / 1_000) };
  const list = stripe.paymentIntents.list({ created, limit: 100, expand: ['data.latest_charge'] }, on(account));
  for await (const intent of list) {
    if (++seen > limit) return;
    const paymentId = intent.metadata['payment_id'];
    if (intent.status !== 'succeeded' || paymentId === undefined || !isId(paymentId)) continue;
    const outcome = toOutcome(intent, await findDispute(stripe, account, intent));
    yield { paymentId, amount: intent.amount, currency: intent.currency, refunded: outcome.status === 'refunded' };
  }
}

/**
 * Refunds what remains of a charge, with the community's share; a part may have been refunded by hand. Stripe repeats
 * its response to a key for a day, even an error, so failed refunds and hours make the next key. Stripe never refunds
 * more than was charged. Returns the pending refund, if there is one.
 */
export async function giveBack(
  stripe: Stripe,
  { id, account, fee, amount }: Pick<Charge, 'id' | 'account' | 'fee' | 'amount'>,
  reference: string,
): Promise<Stripe.Refund> {
  const { data: attempts } = await stripe.refunds.list({ payment_intent: reference, limit: 100 }, on(account));
  const effective = attempts.filter((refund) => refund.status === 'succeeded' || refund.status === 'pending');
  const pending = effective.find((refund) => refund.status === 'pending');
  const rest = amount - effective.reduce((sum, refund) => sum + refund.amount, 0);
  const last = pending ?? effective[0];
  if (rest <= 0 && last) return last;
  const hour = Math.floor(Date.now() / HOUR_MS);
  const created = await stripe.refunds.create(
    {
      payment_intent: reference,
      amount: rest,
      reason: 'requested_by_customer',
      metadata: { payment_id: id },
      ...(account !== null && fee > 0 ? { refund_application_fee: true } : {}),
    },
    { ...on(account), idempotencyKey: `${id}-refund-${attempts.length}-${hour}` },
  );
  return pending ?? created;
}
