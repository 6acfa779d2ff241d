/**
 * Charges cards, behind a port. The caller stores its intent first and passes that row's id as the charge's key, so
 * that a repeated charge is made only once. Nothing here throws because of an error at the provider or in the network,
 * unless stated otherwise: an unknown outcome is `pending`, and the caller tries again.
 */

/** A charge; `id` is the idempotency key. The amount is in the smallest unit of the currency. */
export type Charge = {
  id: string;
  token: string;
  amount: number;
  currency: string;
  description: string;
  email: string;
  /** The connected account that is charged; null for the community's own. */
  account: string | null;
  /** The community's share of a charge to a connected account. */
  fee: number;
};

/** The state of a dispute: the payer's bank has taken the money back, or is trying to. */
export type Dispute = 'open' | 'won' | 'lost';

/** How much of the community's share of a charge went back; null or missing if the provider does not report it. */
type Returned = { feeReturned?: number | null };

/** `reference` is the provider's id for the charge, if there is one. */
export type ChargeOutcome =
  | { status: 'succeeded'; reference: string; dispute?: Dispute | null }
  /** The payer has to confirm it at their bank, with this secret; the sandbox has none. */
  | { status: 'action'; reference: string; clientSecret: string | null }
  | { status: 'declined'; reference: string | null; message: string }
  /** The payer has the money back, through a refund or a lost dispute. */
  | ({ status: 'refunded'; reference: string; dispute?: Dispute | null } & Returned)
  /** Not known yet. */
  | { status: 'pending'; reference: string | null }
  /** Unknown, and it cannot be looked up: the provider no longer knows the account. */
  | { status: 'blocked' }
  /** Certainly not charged, because of an error on this side or the provider's. */
  | { status: 'unavailable'; detail: string };

/**
 * `blocked`: the provider no longer knows the account, so nothing can be refunded from here; `waiting`: the account's
 * balance is too low, and the refund continues, or is requested again, once it is sufficient.
 */
export type RefundOutcome =
  | ({ status: 'refunded' } & Returned)
  | { status: 'pending' | 'blocked' | 'waiting'; detail: string };

/** The state of a host's account at the provider. */
export type AccountState = { chargesEnabled: boolean; payoutsEnabled: boolean; detailsSubmitted: boolean };

export type ProviderPayout = {
  amount: number;
  currency: string;
  status: 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled';
  arrivesAt: Date | null;
};

/** The accounts of hosts at the provider. These calls throw if the provider cannot be reached. */
export type SellerAccounts = {
  /** Opens an account, only once per key. Returns its id. */
  open(key: string, email: string): Promise<string>;
  /** Returns the address of the provider's form for missing details. */
  link(account: string, addresses: { back: string; again: string }): Promise<string>;
  /** Returns an account's state; null if the provider no longer knows it. */
  find(account: string): Promise<AccountState | null>;
  findPayout(account: string, reference: string): Promise<ProviderPayout | null>;
};

export type Charged = { paymentId: string; amount: number; currency: string; refunded: boolean };

/** The content of a webhook: only what to look up, because its state may be outdated; `account` is a connected one. */
export type PaymentHint =
  | { kind: 'charge'; id: string | null; reference: string | null; account: string | null }
  /** A share of the community's has gone back to this account; the event does not say for which charge. */
  | { kind: 'share'; account: string }
  | { kind: 'account'; account: string }
  | { kind: 'payout'; account: string; reference: string };

export type Payments = {
  readonly provider: 'stripe' | 'sandbox';
  readonly publishableKey: string | null;
  charge(charge: Charge): Promise<ChargeOutcome>;
  /** Returns a charge's current state; null if the provider has none with this id. */
  find(charge: Charge, reference: string | null): Promise<ChargeOutcome | null>;
  /**
   * Cancels a charge that its payer has not confirmed, and returns its state: it may have succeeded in the meantime.
   */
  cancel(charge: Charge, reference: string): Promise<ChargeOutcome>;
  /** Refunds what remains of the charge; a repeat does not refund it twice. */
  refund(charge: Pick<Charge, 'id' | 'account' | 'fee' | 'amount'>, reference: string): Promise<RefundOutcome>;
  /**
   * Yields an account's successful charges since a time, latest first, at most `limit`, and only those with an id of
   * this server. Throws if the provider cannot be reached.
   */
  listCharged(account: string | null, since: Date, limit: number): AsyncIterable<Charged>;
  readonly accounts: SellerAccounts;
  /** Returns what an event is about; null for other events. Throws WebhookError if it is not from the provider. */
  readWebhook(body: Buffer, signature: string | undefined): PaymentHint | null;
};

/** The webhook was not called by the provider. */
export class WebhookError extends Error {}
