/** Payments through Stripe's own library, by PaymentIntents from a token of its card form only. */
import { paymentMessages } from '@afterhours/contract/constants/payments';
import type Stripe from 'stripe';
import { type Charge, type ChargeOutcome, type PaymentHint, type Payments, WebhookError } from './payments.ts';

type StripeSettings = {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** Another address of the API than Stripe's own. */
  apiBase: string | null;
};

const TIMEOUT_MS = 10_000;

/** The errors before anything was charged, and whose fault each is. */
const cardAtFault = new Set(['token_already_used', 'resource_missing', 'payment_intent_authentication_failure']);

function connection(apiBase: string | null) {
  if (apiBase === null) return {};
  const { hostname, port, protocol } = new URL(apiBase);
  const scheme: 'http' | 'https' = protocol === 'http:' ? 'http' : 'https';
  return { host: hostname, port: port || (scheme === 'http' ? 80 : 443), protocol: scheme };
}

function toOutcome(intent: Stripe.PaymentIntent): ChargeOutcome {
  const reference = intent.id;
  if (intent.status === 'succeeded') {
    const refunded = typeof intent.latest_charge === 'object' && intent.latest_charge?.refunded === true;
    return { status: refunded ? 'refunded' : 'succeeded', reference };
  }
  if (intent.status === 'requires_payment_method' || intent.status === 'canceled') {
    return {
      status: 'declined',
      reference,
      message: intent.last_payment_error?.message ?? paymentMessages.declined.message,
    };
  }
  return { status: 'pending', reference };
}

/**
 * Returns what a failed call says about the charge. Only an explicit refusal counts as not charged; a timeout, an error
 * of theirs, a limit or a running call with the same key leaves it open.
 */
function toFailedOutcome(error: unknown, { errors }: typeof Stripe): ChargeOutcome {
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

async function makeCharge(stripe: Stripe, charge: Charge): Promise<Stripe.PaymentIntent> {
  const method = await stripe.paymentMethods.create(
    { type: 'card', card: { token: charge.token } },
    { idempotencyKey: `${charge.id}-card` },
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
      // The form has no second step: a card that requires one is declined with Stripe's words for it.
      error_on_requires_action: true,
      metadata: { payment_id: charge.id },
    },
    { idempotencyKey: charge.id },
  );
}

async function findIntent(stripe: Stripe, id: string, reference: string | null): Promise<Stripe.PaymentIntent | null> {
  const expand = ['latest_charge'];
  if (reference !== null) return stripe.paymentIntents.retrieve(reference, { expand });
  const found = await stripe.paymentIntents.search({
    query: `metadata['payment_id']:'${id}'`,
    expand: expand.map((path) => `data.${path}`),
  });
  return found.data[0] ?? null;
}

/** Failed refunds are listed, so their number makes the key of the next try. */
async function giveBack(stripe: Stripe, id: string, reference: string) {
  const { data: tried } = await stripe.refunds.list({ payment_intent: reference, limit: 100 });
  const going = tried.find((refund) => refund.status === 'succeeded' || refund.status === 'pending');
  return (
    going ??
    stripe.refunds.create(
      { payment_intent: reference, reason: 'requested_by_customer', metadata: { payment_id: id } },
      { idempotencyKey: `${id}-refund-${tried.length}` },
    )
  );
}

/** The charge of an event: our id from the metadata, else the intent that its object is or belongs to. */
function toHint(event: Stripe.Event): PaymentHint | null {
  if (!/^(payment_intent|charge|refund)\./.test(event.type)) return null;
  const object = event.data.object as {
    object?: string;
    id?: string;
    metadata?: Record<string, string> | null;
    payment_intent?: string | { id: string } | null;
  };
  const intent = object.object === 'payment_intent' ? object.id : object.payment_intent;
  return {
    id: object.metadata?.payment_id ?? null,
    reference: (typeof intent === 'object' ? intent?.id : intent) ?? null,
  };
}

/** Payments through Stripe. The library is loaded here, so that a start without keys does not load it. */
export async function createStripePayments(settings: StripeSettings, timeout = TIMEOUT_MS): Promise<Payments> {
  const { default: Library } = await import('stripe');
  const stripe = new Library(settings.secretKey, {
    ...connection(settings.apiBase),
    maxNetworkRetries: 1,
    timeout,
    telemetry: false,
  });
  return {
    provider: 'stripe',
    publishableKey: settings.publishableKey,
    charge: (charge) => makeCharge(stripe, charge).then(toOutcome, (error: unknown) => toFailedOutcome(error, Library)),
    async find(charge, reference) {
      try {
        const intent = await findIntent(stripe, charge.id, reference);
        return intent && toOutcome(intent);
      } catch (error) {
        if (error instanceof Library.errors.StripeError) return { status: 'pending', reference };
        throw error;
      }
    },
    async refund(id, reference) {
      try {
        const refund = await giveBack(stripe, id, reference);
        return refund.status === 'succeeded'
          ? { status: 'refunded' }
          : { status: 'pending', detail: refund.failure_reason ?? refund.status ?? 'unknown' };
      } catch (error) {
        if (!(error instanceof Library.errors.StripeError)) throw error;
        if (error.code === 'charge_already_refunded') return { status: 'refunded' };
        return { status: 'pending', detail: error.message };
      }
    },
    readWebhook(body, signature) {
      try {
        return toHint(stripe.webhooks.constructEvent(body, signature ?? '', settings.webhookSecret));
      } catch (error) {
        throw new WebhookError('The signature of this event is not valid.', { cause: error });
      }
    },
  };
}
