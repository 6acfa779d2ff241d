/**
 * One account at the fake of Stripe, with Stripe's rules: it rejects missing, unknown and out-of-range parameters,
 * and actions that the status of an object does not allow. It finds no objects of other accounts.
 */
import { randomBytes } from 'node:crypto';

export type StripeResponse = { status: number; body: Record<string, unknown> };
export type Fields = URLSearchParams;
type Charged = {
  id: string;
  object: 'charge';
  refunded: boolean;
  disputed: boolean;
  application_fee: string | null;
};
export type Intent = Record<string, unknown> & {
  id: string;
  status: string;
  amount: number;
  metadata: Record<string, string>;
  latest_charge: Charged | null;
};
export type Refund = Record<string, unknown> & { id: string; status: string; amount: number; payment_intent: string };
export type Dispute = { id: string; object: 'dispute'; status: string; payment_intent: string };

const declines: Record<string, [code: string, message: string]> = {
  tok_chargeDeclined: ['card_declined', 'Your card was declined.'],
  tok_chargeDeclinedExpiredCard: ['expired_card', 'Your card has expired.'],
};
const CANCELLABLE = new Set([
  'requires_payment_method',
  'requires_capture',
  'requires_confirmation',
  'requires_action',
  'processing',
]);

export const newId = (kind: string): string => `${kind}_${randomBytes(8).toString('hex')}`;
export const ok = (body: Record<string, unknown>): StripeResponse => ({ status: 200, body });
export const refuse = (status: number, error: Record<string, unknown>): StripeResponse => ({ status, body: { error } });
export const invalid = (code: string, message = code): StripeResponse =>
  refuse(400, { type: 'invalid_request_error', code, message });
const missing = refuse(404, { type: 'invalid_request_error', code: 'resource_missing', message: 'No such object.' });

/** Returns the error for parameters that a call does not know or lacks, or null. */
export function checkFields(
  fields: Fields,
  known: readonly string[],
  required: readonly string[],
): StripeResponse | null {
  const unknown = [...fields.keys()].find((name) => !known.includes(name.replace(/\[.*$/, '')));
  if (unknown) return invalid('parameter_unknown', `Received unknown parameter: ${unknown}`);
  const lacking = required.find((name) => !fields.get(name));
  return lacking ? invalid('parameter_missing', `Missing required param: ${lacking}.`) : null;
}

const INTENT_FIELDS = [
  'amount',
  'currency',
  'description',
  'receipt_email',
  'payment_method',
  'allowed_payment_method_types',
  'confirm',
  'metadata',
  'application_fee_amount',
] as const;

export class Account {
  readonly intents = new Map<string, Intent>();
  readonly refunds: Refund[] = [];
  readonly disputes: Dispute[] = [];
  /** The platform's share of charges here; only the platform can read it. */
  readonly fees = new Map<string, { id: string; object: 'application_fee'; amount: number; amount_refunded: number }>();
  readonly payouts = new Map<string, Record<string, unknown>>();
  readonly #methods = new Map<string, string>();
  readonly #usedTokens = new Set<string>();
  /** The status of a new refund or intent; a refund can be pending for `insufficient_funds`. */
  nextStatus: { intent: string; refund: string } = { intent: 'succeeded', refund: 'succeeded' };
  /** Null for the platform's own account. */
  readonly connectedId: string | null;
  constructor(connectedId: string | null) {
    this.connectedId = connectedId;
  }

  createMethod(fields: Fields): StripeResponse {
    const refused = checkFields(fields, ['type', 'card'], ['type', 'card[token]']);
    if (refused) return refused;
    const token = fields.get('card[token]') ?? '';
    if (this.#usedTokens.has(token)) return invalid('token_already_used', 'You cannot use a token more than once.');
    // Tokens with a number imitate those of a form, which can be used only once.
    if (/\d/.test(token)) this.#usedTokens.add(token);
    const id = newId('pm');
    this.#methods.set(id, token);
    return ok({ id, object: 'payment_method' });
  }

  #checkIntent(fields: Fields): StripeResponse | null {
    const refused = checkFields(fields, INTENT_FIELDS, ['amount', 'currency']);
    if (refused) return refused;
    const [amount, fee] = [Number(fields.get('amount')), Number(fields.get('application_fee_amount') ?? 0)];
    if (!Number.isSafeInteger(amount) || amount < 1) return invalid('parameter_invalid_integer');
    if (!/^[a-z]{3}$/.test(fields.get('currency') ?? '')) return invalid('parameter_invalid_string_currency');
    if (!this.#methods.has(fields.get('payment_method') ?? '')) return missing;
    if (fee > 0 && this.connectedId === null)
      return invalid('parameter_invalid', 'Can only apply an application_fee_amount on behalf of a connected account.');
    return fee > amount ? invalid('parameter_invalid', 'The application fee is too large.') : null;
  }

  createIntent(fields: Fields): StripeResponse {
    const refused = this.#checkIntent(fields);
    if (refused) return refused;
    const id = newId('pi');
    const token = this.#methods.get(fields.get('payment_method') ?? '') ?? '';
    const [code, message] = declines[token] ?? [];
    const status = token.startsWith('tok_secure') ? 'requires_action' : this.nextStatus.intent;
    const intent: Intent = {
      id,
      object: 'payment_intent',
      amount: Number(fields.get('amount')),
      application_fee_amount: Number(fields.get('application_fee_amount')) || null,
      currency: fields.get('currency'),
      client_secret: `${id}_secret_${randomBytes(8).toString('hex')}`,
      status: code ? 'requires_payment_method' : status,
      metadata: { payment_id: fields.get('metadata[payment_id]') ?? '' },
      latest_charge: null,
      last_payment_error: code ? { code, message } : null,
    };
    if (intent.status === 'succeeded') this.#charge(intent);
    this.intents.set(id, intent);
    return code ? refuse(402, { type: 'card_error', code, message, payment_intent: intent }) : ok(intent);
  }

  #charge(intent: Intent): void {
    const amount = Number(intent['application_fee_amount']);
    const fee = amount > 0 ? newId('fee') : null;
    if (fee) this.fees.set(fee, { id: fee, object: 'application_fee', amount, amount_refunded: 0 });
    const charge = { id: newId('ch'), object: 'charge', refunded: false, disputed: false } as const;
    intent.latest_charge = { ...charge, application_fee: fee };
  }

  /** Simulates the payer's browser: the bank confirms the payment, or does not. */
  answerChallenge(id: string, confirmed: boolean): void {
    const intent = this.intents.get(id);
    if (intent?.status !== 'requires_action') return;
    intent.status = confirmed ? 'succeeded' : 'requires_payment_method';
    if (confirmed) this.#charge(intent);
    else intent['last_payment_error'] = { code: 'payment_intent_authentication_failure', message: 'Not confirmed.' };
  }

  /** Completes a charge that is being processed. */
  finish(id: string): void {
    const intent = this.intents.get(id);
    if (intent?.status !== 'processing') return;
    intent.status = 'succeeded';
    this.#charge(intent);
  }

  cancelIntent(id: string, fields: Fields): StripeResponse {
    const intent = this.intents.get(id);
    const refused = checkFields(fields, ['cancellation_reason'], []);
    if (refused || !intent) return refused ?? missing;
    if (!CANCELLABLE.has(intent.status))
      return invalid('payment_intent_unexpected_state', `You cannot cancel this: its status is ${intent.status}.`);
    intent.status = 'canceled';
    return ok(intent);
  }

  createRefund(fields: Fields): StripeResponse {
    const known = ['payment_intent', 'amount', 'reason', 'metadata', 'refund_application_fee'];
    const refused = checkFields(fields, known, ['payment_intent']);
    const reference = fields.get('payment_intent') ?? '';
    const intent = this.intents.get(reference);
    if (refused || !intent) return refused ?? missing;
    const charge = intent.latest_charge;
    if (!charge) return invalid('payment_intent_unexpected_state', 'This PaymentIntent has no successful charge.');
    if (charge.refunded) return invalid('charge_already_refunded', 'The charge has already been refunded.');
    if (charge.disputed && this.disputeOf(reference)?.status !== 'won')
      return invalid('charge_disputed', 'The charge has been charged back.');
    if (fields.get('refund_application_fee') === 'true' && intent['application_fee_amount'] === null)
      return invalid('parameter_invalid', 'The charge has no application fee.');
    const left = intent.amount - this.#givenBack(reference);
    const amount = Number(fields.get('amount') ?? left);
    if (!Number.isSafeInteger(amount) || amount < 1) return invalid('parameter_invalid_integer');
    if (amount > left)
      return invalid('parameter_invalid', 'Refund amount is greater than unrefunded amount on charge.');
    const waits = this.nextStatus.refund === 'insufficient_funds';
    const status = waits ? 'pending' : this.nextStatus.refund;
    const why = waits ? { pending_reason: 'insufficient_funds' } : {};
    const refund: Refund = { id: newId('re'), object: 'refund', payment_intent: reference, amount, status, ...why };
    this.refunds.push(refund);
    if (refund.status === 'succeeded') charge.refunded = this.#givenBack(reference) >= intent.amount;
    const fee = this.fees.get(charge.application_fee ?? '');
    if (fee && fields.get('refund_application_fee') === 'true')
      fee.amount_refunded += Math.round((fee.amount * amount) / intent.amount);
    return ok(refund);
  }

  /** Simulates that the payer's bank returns the refunds of a charge, days later. */
  failRefunds(reference: string): void {
    for (const refund of this.refunds) if (refund.payment_intent === reference) refund.status = 'failed';
    const charge = this.intents.get(reference)?.latest_charge;
    if (charge) charge.refunded = false;
  }

  #givenBack(reference: string): number {
    const refunds = this.refunds.filter(
      (one) => one.payment_intent === reference && /^(succeeded|pending)$/.test(one.status),
    );
    return refunds.reduce((sum, { amount }) => sum + amount, 0);
  }

  disputeOf = (reference: string): Dispute | undefined =>
    this.disputes.find((dispute) => dispute.payment_intent === reference);

  /** Opens a dispute of a charge with the payer's bank, or changes its status. */
  dispute(reference: string, status: string): Dispute {
    const charge = this.intents.get(reference)?.latest_charge;
    if (!charge) throw new Error('nothing was charged');
    charge.disputed = true;
    const dispute = this.disputeOf(reference) ?? {
      id: newId('dp'),
      object: 'dispute',
      status,
      payment_intent: reference,
    };
    dispute.status = status;
    if (!this.disputes.includes(dispute)) this.disputes.push(dispute);
    return dispute;
  }

  #list(path: string, fields: Fields): StripeResponse | null {
    const ofIntent = (row: { payment_intent: string }) => row.payment_intent === fields.get('payment_intent');
    if (path === '/v1/refunds') return ok({ object: 'list', data: this.refunds.filter(ofIntent), has_more: false });
    if (path === '/v1/disputes') return ok({ object: 'list', data: this.disputes.filter(ofIntent), has_more: false });
    if (path === '/v1/payment_intents')
      return ok({ object: 'list', data: [...this.intents.values()].toReversed(), has_more: false });
    if (path !== '/v1/payment_intents/search') return null;
    const wanted = /^metadata\['payment_id'\]:'([0-9a-f-]{36})'$/.exec(fields.get('query') ?? '')?.[1];
    if (!wanted) return invalid('parameter_invalid', 'We were unable to parse your search query.');
    const found = [...this.intents.values()].filter((intent) => intent.metadata['payment_id'] === wanted);
    const [start, limit] = [Number(fields.get('page') ?? 0), Number(fields.get('limit') ?? 10)];
    const end = start + limit;
    const more = found.length > end ? { has_more: true, next_page: String(end) } : { has_more: false };
    return ok({ object: 'search_result', url: path, data: found.slice(start, end), ...more });
  }

  #read(path: string): StripeResponse {
    const [, kind = '', id = ''] = /^\/v1\/(\w+)\/(\w+)$/.exec(path) ?? [];
    const found = kind === 'payouts' ? this.payouts.get(id) : kind === 'payment_intents' && this.intents.get(id);
    return found ? ok(found) : missing;
  }

  respond(method: string, path: string, fields: Fields): StripeResponse {
    if (method === 'GET') return this.#list(path, fields) ?? this.#read(path);
    if (path === '/v1/payment_methods') return this.createMethod(fields);
    if (path === '/v1/payment_intents') return this.createIntent(fields);
    if (path === '/v1/refunds') return this.createRefund(fields);
    const cancelled = /^\/v1\/payment_intents\/(\w+)\/cancel$/.exec(path)?.[1];
    return cancelled ? this.cancelIntent(cancelled, fields) : missing;
  }
}
