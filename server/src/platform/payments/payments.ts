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
  /** The connected account that is charged; null for the community's own. */
  account: string | null;
  /** What the community keeps of a charge of a connected account. */
  fee: number;
};

/** A charge that the bank of the payer has taken back, or tries to. */
export type Dispute = 'open' | 'won' | 'lost';

/** What went back of the community's share of a charge; null or missing where the provider does not say. */
type Returned = { feeReturned?: number | null };

/** `reference` is the provider's id of the charge, where there is one. */
export type ChargeOutcome =
  | { status: 'succeeded'; reference: string; dispute?: Dispute | null }
  /** The payer has to confirm it at their bank, with this secret; the sandbox has none. */
  | { status: 'action'; reference: string; clientSecret: string | null }
  | { status: 'declined'; reference: string | null; message: string }
  /** The money is back with the payer, by a refund or because a dispute was lost. */
  | ({ status: 'refunded'; reference: string; dispute?: Dispute | null } & Returned)
  /** Not known yet. */
  | { status: 'pending'; reference: string | null }
  /** Not known, and not to be asked: the provider knows the account no more. */
  | { status: 'blocked' }
  /** Not charged for certain, for a reason that is ours or the provider's. */
  | { status: 'unavailable'; detail: string };

/**
 * `blocked`: the provider knows the account no more, so that nothing can be refunded from here; `waiting`: the balance
 * of the account is too low, and the provider goes on, or is asked again, once it is not.
 */
export type RefundOutcome =
  | ({ status: 'refunded' } & Returned)
  | { status: 'pending' | 'blocked' | 'waiting'; detail: string };

/** How an account of a host stands at the provider. */
export type AccountState = { chargesEnabled: boolean; payoutsEnabled: boolean; detailsSubmitted: boolean };

export type ProviderPayout = {
  amount: number;
  currency: string;
  status: 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled';
  arrivesAt: Date | null;
};

/** The accounts of hosts at the provider. These calls throw when the provider cannot be asked. */
export type SellerAccounts = {
  /** Opens an account; the same key opens one. Returns its id. */
  open(key: string, email: string): Promise<string>;
  /** The address of the provider's form for what is missing. */
  link(account: string, addresses: { back: string; again: string }): Promise<string>;
  /** How an account stands; null when the provider knows it no more. */
  find(account: string): Promise<AccountState | null>;
  findPayout(account: string, reference: string): Promise<ProviderPayout | null>;
};

export type Charged = { paymentId: string; amount: number; currency: string; refunded: boolean };

/** The content of a webhook: only what to look up, because its state may be old; `account` is a connected one. */
export type PaymentHint =
  | { kind: 'charge'; id: string | null; reference: string | null; account: string | null }
  /** A share of the community has gone back to this account; of which charge is not said. */
  | { kind: 'share'; account: string }
  | { kind: 'account'; account: string }
  | { kind: 'payout'; account: string; reference: string };

export type Payments = {
  readonly provider: 'stripe' | 'sandbox';
  readonly publishableKey: string | null;
  charge(charge: Charge): Promise<ChargeOutcome>;
  /** The present state of a charge; null when the provider has none with this id. */
  find(charge: Charge, reference: string | null): Promise<ChargeOutcome | null>;
  /** Ends a charge that its payer has not confirmed, and returns its state: it may have succeeded meanwhile. */
  cancel(charge: Charge, reference: string): Promise<ChargeOutcome>;
  /** Refunds what is left of the charge; a repeat refunds it once. */
  refund(charge: Pick<Charge, 'id' | 'account' | 'fee' | 'amount'>, reference: string): Promise<RefundOutcome>;
  /**
   * The charges of an account since a time that have succeeded, latest first, `limit` at most; only those with an id of
   * ours. Throws when the provider cannot be asked.
   */
  listCharged(account: string | null, since: Date, limit: number): AsyncIterable<Charged>;
  readonly accounts: SellerAccounts;
  /** What an event is about, null for other events. Throws WebhookError when it is not from the provider. */
  readWebhook(body: Buffer, signature: string | undefined): PaymentHint | null;
};

/** The provider did not make this call to the webhook. */
export class WebhookError extends Error {}
