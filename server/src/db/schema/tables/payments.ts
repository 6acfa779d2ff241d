import type { Defaulted } from './members.ts';

export type PaymentsTable = {
  /** Also the idempotency key sent to the provider. */
  id: string;
  /** Null after the member's account is deleted. */
  user_id: string | null;
  post_id: string;
  host_id: string;
  provider: 'stripe' | 'sandbox';
  /** Single-use token from the card form; never a card number. */
  token: string;
  email: string;
  description: string;
  /** In the smallest unit of `currency` (ISO 4217, lower case). */
  amount: number;
  currency: string;
  /** The price before the added tax, and the tax rate; null if no tax was added to the price. */
  net: Defaulted<number | null>;
  tax_percent: Defaulted<string | number | null>;
  status: Defaulted<'pending' | 'completed' | 'failed' | 'refunded'>;
  /** The provider's id for the charge. */
  reference: string | null;
  /** Why it failed, as shown to the payer. */
  reason: string | null;
  /** When the refund was requested; while the status is `completed`, the refund is not done yet. */
  refund_requested_at: Date | null;
  created_at: Defaulted<Date>;
  settled_at: Date | null;
  refunded_at: Date | null;
  /** Whether the payer must confirm it with their bank (3-D Secure); it is pending until then. */
  requires_action: Defaulted<boolean>;
  /** The connected account that is charged; null for the community's own. */
  stripe_account: string | null;
  /** The share that the community keeps. */
  application_fee: Defaulted<number>;
  /** The part of that share that went back with a refund, as the provider reports it; null if it does not. */
  fee_returned: number | null;
  /** Whether the payer's bank has disputed the payment, and the outcome. */
  dispute: 'open' | 'won' | 'lost' | null;
  /**
   * Whether the provider no longer knows the account, so that the payment cannot be refunded, or it is unknown whether
   * it was charged; or whether the payer's bank has returned the refund.
   */
  refund_blocked: Defaulted<boolean>;
  /** Whether the refund waits because the balance of the account that was paid is too low. */
  refund_waits: Defaulted<boolean>;
  /** When the scheduled job last tried to complete what is pending. */
  tried_at: Date | null;
};

/** The sandbox provider's state of a charge, beyond the token. */
export type SandboxChargesTable = {
  payment_id: string;
  challenge: 'confirmed' | 'declined' | 'cancelled' | null;
  dispute: 'won' | 'lost' | null;
};
