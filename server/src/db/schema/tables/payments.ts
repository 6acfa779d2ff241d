import type { Defaulted } from './members.ts';

export type PaymentsTable = {
  /** Also the idempotency key towards the provider. */
  id: string;
  /** Null once the member is gone. */
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
  status: Defaulted<'pending' | 'completed' | 'failed' | 'refunded'>;
  /** The provider's id of the charge. */
  reference: string | null;
  /** Why it failed, as the payer is told. */
  reason: string | null;
  /** When the money was to be given back; with status `completed` it has not arrived there yet. */
  refund_requested_at: Date | null;
  created_at: Defaulted<Date>;
  settled_at: Date | null;
  refunded_at: Date | null;
};
