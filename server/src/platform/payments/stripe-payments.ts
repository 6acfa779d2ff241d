/** Payments through Stripe's own library. */
import type Stripe from 'stripe';
import {
  type Charge,
  type ChargeOutcome,
  type PaymentHint,
  type Payments,
  type RefundOutcome,
  WebhookError,
} from './payments.ts';
import { createStripeAccounts, isAccountGone } from './stripe-accounts.ts';
import {
  cancelIntent,
  findOutcome,
  findReturned,
  giveBack,
  listCharged,
  makeIntent,
  toFailedOutcome,
  toOutcome,
} from './stripe-charges.ts';

type StripeSettings = {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** The secret for events of connected accounts, which Stripe sends to a separate endpoint. */
  connectSecret: string | null;
  /** An address of the API other than Stripe's own. */
  apiBase: string | null;
};

const TIMEOUT_MS = 10_000;

function connection(apiBase: string | null) {
  if (apiBase === null) return {};
  const { hostname, port, protocol } = new URL(apiBase);
  const scheme: 'http' | 'https' = protocol === 'http:' ? 'http' : 'https';
  return { host: hostname, port: port || (scheme === 'http' ? 80 : 443), protocol: scheme };
}

type EventObject = {
  object?: string;
  id?: string;
  metadata?: Record<string, string> | null;
  payment_intent?: string | { id: string } | null;
  account?: string | { id: string };
};

/** Returns what an event is about: an account, a payout, or a charge by its id in the metadata or by its intent. */
function toHint(event: Stripe.Event): PaymentHint | null {
  const object = event.data.object as EventObject;
  const { account = null } = event;
  if (/^account\.(updated|application\.deauthorized)$/.test(event.type))
    return account === null ? null : { kind: 'account', account };
  if (event.type.startsWith('payout.'))
    return account === null || !object.id ? null : { kind: 'payout', account, reference: object.id };
  if (event.type === 'application_fee.refunded') {
    // The share is in the community's account; the event names the account it was taken from.
    const from = typeof object.account === 'object' ? object.account.id : object.account;
    return from ? { kind: 'share', account: from } : null;
  }
  if (!/^(payment_intent|charge|refund)\./.test(event.type)) return null;
  const intent = object.object === 'payment_intent' ? object.id : object.payment_intent;
  return {
    kind: 'charge',
    id: object.metadata?.payment_id ?? null,
    reference: (typeof intent === 'object' ? intent?.id : intent) ?? null,
    account,
  };
}

function toRefundOutcome({ status, failure_reason: reason, pending_reason: waitsFor }: Stripe.Refund): RefundOutcome {
  if (status === 'succeeded') return { status: 'refunded' };
  if (waitsFor === 'insufficient_funds') return { status: 'waiting', detail: waitsFor };
  return { status: 'pending', detail: reason ?? status ?? 'unknown' };
}

/** Returns what a failed look-up means for a charge: `blocked`, or `pending` if it can be repeated. */
const toUnknown =
  ({ account }: Charge, reference: string | null) =>
  (error: Stripe.errors.StripeError): ChargeOutcome =>
    account !== null && isAccountGone(error) ? { status: 'blocked' } : { status: 'pending', reference };

/** A refund that was made by hand counts; one from an account that is gone cannot be made. */
function toFailedRefund(error: Stripe.errors.StripeError): RefundOutcome {
  if (error.code === 'charge_already_refunded') return { status: 'refunded' };
  if (isAccountGone(error)) return { status: 'blocked', detail: error.message };
  return { status: error.code === 'balance_insufficient' ? 'waiting' : 'pending', detail: error.message };
}

/** Reads an event that is signed with either secret; throws for others. */
function readEvent(
  stripe: Stripe,
  { webhookSecret, connectSecret }: StripeSettings,
  { body, signature }: { body: Buffer; signature: string },
): Stripe.Event {
  try {
    return stripe.webhooks.constructEvent(body, signature, webhookSecret);
  } catch (error) {
    if (connectSecret === null) throw error;
    return stripe.webhooks.constructEvent(body, signature, connectSecret);
  }
}

/** Payments through Stripe. The library is loaded here, so that a server without keys does not load it. */
export async function createStripePayments(settings: StripeSettings, timeout = TIMEOUT_MS): Promise<Payments> {
  const { default: Library } = await import('stripe');
  const stripe = new Library(settings.secretKey, {
    ...connection(settings.apiBase),
    maxNetworkRetries: 1,
    timeout,
    telemetry: false,
  });
  const { StripeError } = Library.errors;
  /** Passes Stripe's errors to `otherwise`, so that the call can be repeated later; rethrows all others. */
  const unlessAway =
    <T>(otherwise: (error: Stripe.errors.StripeError) => T) =>
    (error: unknown): T => {
      if (error instanceof StripeError) return otherwise(error);
      throw error;
    };
  return {
    provider: 'stripe',
    publishableKey: settings.publishableKey,
    accounts: createStripeAccounts(stripe),
    charge: (charge) =>
      makeIntent(stripe, charge).then(
        (intent) => toOutcome(intent),
        (error: unknown) => toFailedOutcome(error, Library),
      ),
    find: (charge, reference) => findOutcome(stripe, charge, reference).catch(unlessAway(toUnknown(charge, reference))),
    cancel: (charge, reference) =>
      cancelIntent(stripe, charge, reference).catch(unlessAway(toUnknown(charge, reference))),
    async refund(charge, reference) {
      const outcome = await giveBack(stripe, charge, reference).then(toRefundOutcome, unlessAway(toFailedRefund));
      if (outcome.status !== 'refunded') return outcome;
      return findReturned(stripe, charge, reference).then(
        (feeReturned): RefundOutcome => ({ ...outcome, feeReturned }),
        unlessAway(({ message }): RefundOutcome => ({ status: 'pending', detail: message })),
      );
    },
    listCharged: (account, since, limit) => listCharged(stripe, account, { since, limit }),
    readWebhook(body, signature) {
      try {
        return toHint(readEvent(stripe, settings, { body, signature: signature ?? '' }));
      } catch (error) {
        throw new WebhookError('The signature of this event is not valid.', { cause: error });
      }
    },
  };
}
