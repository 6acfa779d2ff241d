/**
 * Charging a card, behind a port. The caller writes its intent down first and passes that row's id as the key of the
 * charge: the same charge asked for twice is made once. Nothing here throws for what a provider or a network does:
 * an outcome that is not known is `pending`, and the caller asks again.
 */

/** What to charge; `id` is the idempotency key. The amount is in the smallest unit of the currency. */
export type Charge = {
  id: string;
  token: string;
  amount: number;
  currency: string;
  description: string;
  email: string;
};

/** `reference` is the provider's id of the charge, where there is one. */
export type ChargeOutcome =
  | { status: 'succeeded'; reference: string }
  | { status: 'declined'; reference: string | null; message: string }
  | { status: 'refunded'; reference: string }
  /** Not known yet. */
  | { status: 'pending'; reference: string | null }
  /** Surely not charged, for a reason that is ours or the provider's. */
  | { status: 'unavailable'; detail: string };

type RefundOutcome = { status: 'refunded' } | { status: 'pending'; detail: string };

/** What a webhook tells of: only which charge to look at. What it says of it may be old. */
export type PaymentHint = { id: string | null; reference: string | null };

export type Payments = {
  readonly provider: 'stripe' | 'sandbox';
  readonly publishableKey: string | null;
  charge(charge: Charge): Promise<ChargeOutcome>;
  /** How a charge stands now; null when the provider has none of this id. */
  find(charge: Charge, reference: string | null): Promise<ChargeOutcome | null>;
  /** Gives the whole charge back; asked for twice it is given back once. */
  refund(id: string, reference: string): Promise<RefundOutcome>;
  /** The charge an event is about, null for other events. Throws WebhookError when it is not from the provider. */
  readWebhook(body: Buffer, signature: string | undefined): PaymentHint | null;
};

/** This call to the webhook was not made by the provider. */
export class WebhookError extends Error {}
