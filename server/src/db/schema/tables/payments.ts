import type { Defaulted } from './members.ts';

export type PaymentsTable = {
  /** Also the idempotency key sent to the provider. */
  id: string;
  /** Null after the member is gone. */
  user_id: string | null;
  post_id: string;
  host_id: string;
  provider: 'stripe' | 'sandbox';
  /** Single-use token of the card form; never a card number. */
  token: string;
  email: string;
  description: string;
  /** Smallest unit of `currency` (ISO 4217, lower case). */
  amount: number;
  currency: string;
  /** The price without the tax that was added to it, and the rate; null where the price was what is paid. */
  net: Defaulted<number | null>;
  tax_percent: Defaulted<string | number | null>;
  status: Defaulted<'pending' | 'completed' | 'failed' | 'refunded'>;
  /** The provider's id of the charge. */
  reference: string | null;
  /** Why it failed, in the text for the payer. */
  reason: string | null;
  /** When the refund was requested; with status `completed` it is not done yet. */
  refund_requested_at: Date | null;
  created_at: Defaulted<Date>;
  settled_at: Date | null;
  refunded_at: Date | null;
  /** Whether the payer was asked to confirm it at their bank (3-D Secure); pending until then. */
  requires_action: Defaulted<boolean>;
  /** The connected account that is charged; null for the community's own. */
  stripe_account: string | null;
  /** What the community keeps of it. */
  application_fee: Defaulted<number>;
  /** What of the share went back with a refund, as the provider reports it; null where it does not. */
  fee_returned: number | null;
  /** Whether the bank of the payer has taken the money back. */
  dispute: 'open' | 'won' | 'lost' | null;
  /**
   * Whether the provider knows the account no more, so that it cannot be refunded, or whether it was charged is not
   * known.
   */
  refund_blocked: Defaulted<boolean>;
  /** Whether its refund waits, because the balance of the account that was paid is too low. */
  refund_waits: Defaulted<boolean>;
  /** When the sweep last tried what it waits for. */
  tried_at: Date | null;
};

/** What the sandbox knows of a charge beyond its token. */
export type SandboxChargesTable = {
  payment_id: string;
  challenge: 'confirmed' | 'declined' | 'cancelled' | null;
  dispute: 'won' | 'lost' | null;
};
