/** The ledger, receipts, and payments to hosts. */
import type { Generated, GeneratedAlways } from 'kysely';
import type { Defaulted } from './members.ts';

type LedgerKind = 'payment' | 'refund' | 'chargeback' | 'payout' | 'share';
type Provider = 'stripe' | 'sandbox';

/**
 * Lines of double-entry bookkeeping: the lines of an entry add up to 0. Only triggers on payments and payouts add
 * lines.
 */
export type LedgerTable = {
  id: GeneratedAlways<number>;
  entry: string;
  kind: LedgerKind;
  /** `payer`, `community`, `transfers`, `host:` and an id (owed by the community), or `merchant:` and an id. */
  account: string;
  /** In the smallest unit of `currency`. */
  amount: number;
  currency: string;
  provider: Provider;
  payment_id: string | null;
  created_at: Generated<Date>;
};

/** The totals of a host's lines, maintained by a trigger. */
export type LedgerTotalsTable = {
  account: string;
  provider: Provider;
  currency: string;
  came_in: number;
  given_back: number;
  paid_out: number;
};

export type ReceiptIssuersTable = { issuer: string; code: GeneratedAlways<number> };
export type ReceiptSeriesTable = { issuer: string; year: number; last_position: number };

/** Rows are never changed. */
export type ReceiptsTable = {
  number: string;
  /** `community`, or the id of the host. */
  issuer: string;
  year: number;
  /** Counts from 1, without gaps per issuer and year. */
  position: number;
  kind: 'receipt' | 'credit_note';
  payment_id: string;
  snapshot: unknown;
  created_at: Generated<Date>;
};

/** A member's details on receipts, as a payer and as a seller. */
export type BillingDetailsTable = {
  user_id: string;
  name: string | null;
  address: string | null;
  tax_id: string | null;
  /** The VAT number in the European Union. */
  vat_id: string | null;
  tax_percent: string | number | null;
};

/** A host's own account at the provider. */
export type ConnectedAccountsTable = {
  user_id: string;
  provider: Provider;
  account: string;
  charges_enabled: Defaulted<boolean>;
  payouts_enabled: Defaulted<boolean>;
  details_submitted: Defaulted<boolean>;
  /** When the provider was found to no longer know the account. */
  closed_at: Date | null;
  created_at: Generated<Date>;
};

export type PayoutsTable = {
  id: string;
  host_id: string;
  provider: Provider;
  /** The account that is paid out; null for the community's own. */
  stripe_account: string | null;
  reference: string | null;
  amount: number;
  currency: string;
  status: 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled';
  arrives_at: Date | null;
  /** When an owner cancelled the record of a payout by the community, and why; the row stays. */
  canceled_at: Date | null;
  cancel_reason: string | null;
  created_at: Generated<Date>;
};
