/** The books, receipts, and what hosts are paid. */
import type { Generated, GeneratedAlways } from 'kysely';
import type { Defaulted } from './members.ts';

export type LedgerKind = 'payment' | 'refund' | 'chargeback' | 'payout' | 'share';
type Provider = 'stripe' | 'sandbox';

/** Lines of double entry: those of an entry add up to 0. Only added to, by triggers of payments and payouts. */
export type LedgerTable = {
  id: GeneratedAlways<number>;
  entry: string;
  kind: LedgerKind;
  /** `payer`, `community`, `transfers`, `host:` and an id (owed by the community), or `merchant:` and an id. */
  account: string;
  /** Smallest unit of `currency`. */
  amount: number;
  currency: string;
  provider: Provider;
  payment_id: string | null;
  created_at: Generated<Date>;
};

/** What the lines of a host add up to, kept by a trigger. */
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

/** Never changed. */
export type ReceiptsTable = {
  number: string;
  /** `community`, or the id of the host. */
  issuer: string;
  year: number;
  /** From 1 on, without gaps for an issuer and year. */
  position: number;
  kind: 'receipt' | 'credit_note';
  payment_id: string;
  snapshot: unknown;
  created_at: Generated<Date>;
};

/** What a member wants on receipts: as a payer, and as a seller. */
export type BillingDetailsTable = {
  user_id: string;
  name: string | null;
  address: string | null;
  tax_id: string | null;
  /** Of the European Union. */
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
  /** When the provider was found to know it no more. */
  closed_at: Date | null;
  created_at: Generated<Date>;
};

export type PayoutsTable = {
  id: string;
  host_id: string;
  provider: Provider;
  /** The account that it is made from; null for the community's own. */
  stripe_account: string | null;
  reference: string | null;
  amount: number;
  currency: string;
  status: 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled';
  arrives_at: Date | null;
  created_at: Generated<Date>;
};
