/**
 * Charging a card, behind a port. The caller stores its intent first and passes that row's id as the key of the charge,
 * so that a repeated charge is made once. Nothing here throws for an error of the provider or the network: an unknown
 * outcome is `pending`, and the caller asks again.
 */

/** The charge; `id` is the idempotency key. The amount is in the smallest unit of the currency. */
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
  /** Not charged for certain, for a reason that is ours or the provider's. */
  | { status: 'unavailable'; detail: string };

type RefundOutcome = { status: 'refunded' } | { status: 'pending'; detail: string };

/** The content of a webhook: only which charge to look up, because its state may be old. */
export type PaymentHint = { id: string | null; reference: string | null };

export type Payments = {
  readonly provider: 'stripe' | 'sandbox';
  readonly publishableKey: string | null;
  charge(charge: Charge): Promise<ChargeOutcome>;
  /** The present state of a charge; null when the provider has none with this id. */
  find(charge: Charge, reference: string | null): Promise<ChargeOutcome | null>;
  /** Refunds the full charge; a repeat refunds it once. */
  refund(id: string, reference: string): Promise<RefundOutcome>;
  /** The charge of an event, null for other events. Throws WebhookError when it is not from the provider. */
  readWebhook(body: Buffer, signature: string | undefined): PaymentHint | null;
};

/** The provider did not make this call to the webhook. */
export class WebhookError extends Error {}
