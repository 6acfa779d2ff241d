/**
 * The part of Stripe's API that the product uses, on loopback, for its own library: idempotency keys, declines,
 * refunds, signed events; and network failures: no answer, an answer lost after the charge, errors.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/**
 * `before`: the call is not carried out; `after`: it is, and its answer is lost; `hang`: carried out, never answered.
 */
type Fault = { path: RegExp; how: 'before' | 'after' | 'hang' | 'fault' | 'refuse'; times: number };
type Answer = { status: number; body: Record<string, unknown> };
type Fields = URLSearchParams;
type Intent = Record<string, unknown> & { id: string; status: string; metadata: Record<string, string> };
type Refund = Record<string, unknown> & { id: string; status: string; payment_intent: string };

const declines: Record<string, [code: string, message: string]> = {
  tok_chargeDeclined: ['card_declined', 'Your card was declined.'],
  tok_chargeDeclinedExpiredCard: ['expired_card', 'Your card has expired.'],
};
const WEBHOOK_SECRET = 'whsec_test';

const newId = (kind: string): string => `${kind}_${randomBytes(8).toString('hex')}`;
const ok = (body: Record<string, unknown>): Answer => ({ status: 200, body });
const refuse = (status: number, error: Record<string, unknown>): Answer => ({ status, body: { error } });

class Account {
  readonly intents = new Map<string, Intent>();
  readonly refunds: Refund[] = [];
  readonly #methods = new Map<string, string>();
  readonly #usedTokens = new Set<string>();
  /** The result of a new refund or intent. */
  nextStatus: { intent: string; refund: string } = { intent: 'succeeded', refund: 'succeeded' };

  createMethod(fields: Fields): Answer {
    const token = fields.get('card[token]') ?? '';
    if (this.#usedTokens.has(token))
      return refuse(400, { type: 'invalid_request_error', code: 'token_already_used', message: 'Used.' });
    // Tokens with a number imitate those of a form, which can be used once.
    if (/\d/.test(token)) this.#usedTokens.add(token);
    const id = newId('pm');
    this.#methods.set(id, token);
    return ok({ id, object: 'payment_method' });
  }

  createIntent(fields: Fields): Answer {
    const id = newId('pi');
    const declined = declines[this.#methods.get(fields.get('payment_method') ?? '') ?? ''];
    const [code, message] = declined ?? [];
    const intent: Intent = {
      id,
      object: 'payment_intent',
      amount: Number(fields.get('amount')),
      currency: fields.get('currency'),
      status: declined ? 'requires_payment_method' : this.nextStatus.intent,
      metadata: { payment_id: fields.get('metadata[payment_id]') ?? '' },
      latest_charge: { id: newId('ch'), object: 'charge', refunded: false },
      last_payment_error: declined ? { code, message } : null,
    };
    this.intents.set(id, intent);
    return declined ? refuse(402, { type: 'card_error', code, message, payment_intent: intent }) : ok(intent);
  }

  createRefund(fields: Fields): Answer {
    const reference = fields.get('payment_intent') ?? '';
    const intent = this.intents.get(reference);
    if (!intent) return refuse(404, { type: 'invalid_request_error', code: 'resource_missing', message: 'None.' });
    const refund: Refund = {
      id: newId('re'),
      object: 'refund',
      payment_intent: reference,
      status: this.nextStatus.refund,
    };
    this.refunds.push(refund);
    if (refund.status === 'succeeded') (intent.latest_charge as { refunded: boolean }).refunded = true;
    return ok(refund);
  }

  answer(method: string, path: string, fields: Fields): Answer {
    if (method === 'POST' && path === '/v1/payment_methods') return this.createMethod(fields);
    if (method === 'POST' && path === '/v1/payment_intents') return this.createIntent(fields);
    if (method === 'POST' && path === '/v1/refunds') return this.createRefund(fields);
    if (path === '/v1/refunds') {
      const data = this.refunds.filter((refund) => refund.payment_intent === fields.get('payment_intent'));
      return ok({ object: 'list', data, has_more: false });
    }
    if (path === '/v1/payment_intents/search') {
      const wanted = /'([0-9a-f-]{36})'$/.exec(fields.get('query') ?? '')?.[1];
      const data = [...this.intents.values()].filter((intent) => intent.metadata.payment_id === wanted);
      return ok({ object: 'search_result', data, has_more: false });
    }
    const intent = this.intents.get(path.replace('/v1/payment_intents/', ''));
    return intent ? ok(intent) : refuse(404, { type: 'invalid_request_error', code: 'resource_missing', message: '' });
  }
}

export type StripeStandIn = {
  /** The environment that directs an application to this server. */
  settings: Record<string, string>;
  account: Account;
  /** The successful charges of a payment. */
  charges(paymentId: string): Intent[];
  fail(path: RegExp, how: Fault['how'], times: number): void;
  /** An event as it is sent: its body, and the signature with a secret. */
  event(type: string, object: object, secret?: string): { payload: string; headers: Record<string, string> };
  close(): Promise<void>;
};

async function serve(account: Account, faults: Fault[], request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? '/', 'http://stripe.test');
  const body = await text(request);
  const fault = faults.find((one) => one.times > 0 && one.path.test(`${request.method} ${url.pathname}`));
  if (fault) fault.times--;
  if (fault?.how === 'before') return void response.destroy();
  if (fault?.how === 'fault') return send(response, refuse(500, { type: 'api_error', message: 'Our fault.' }));
  if (fault?.how === 'refuse')
    return send(response, refuse(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' }));
  const answer = idempotent(account, request, url, body);
  if (fault?.how === 'after') return void response.destroy();
  return fault?.how === 'hang' ? undefined : send(response, answer);
}

const answered = new WeakMap<Account, Map<string, { body: string; answer: Answer }>>();

/** A repeated key returns the first answer; with another body it is an error. */
function idempotent(account: Account, request: IncomingMessage, url: URL, body: string): Answer {
  const method = request.method ?? 'GET';
  const fields = new URLSearchParams(method === 'GET' ? url.search : body);
  const key = request.headers['idempotency-key'];
  if (method === 'GET' || typeof key !== 'string') return account.answer(method, url.pathname, fields);
  const kept = answered.get(account) ?? new Map<string, { body: string; answer: Answer }>();
  answered.set(account, kept);
  const before = kept.get(key);
  if (before && before.body !== body) return refuse(400, { type: 'idempotency_error', message: 'Other parameters.' });
  if (before) return structuredClone(before.answer);
  const answer = account.answer(method, url.pathname, fields);
  kept.set(key, { body, answer: structuredClone(answer) });
  return answer;
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Starts it on a free port of loopback. */
export async function startStripeStandIn(): Promise<StripeStandIn> {
  const account = new Account();
  const faults: Fault[] = [];
  const server = createServer((request, response) => void serve(account, faults, request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    account,
    settings: {
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_BASE: `http://127.0.0.1:${port}`,
    },
    charges: (paymentId) =>
      [...account.intents.values()].filter(
        (intent) => intent.metadata.payment_id === paymentId && intent.status === 'succeeded',
      ),
    fail: (path, how, times) => void faults.push({ path, how, times }),
    event(type, object, secret = WEBHOOK_SECRET) {
      const payload = JSON.stringify({ id: newId('evt'), object: 'event', type, data: { object } });
      const time = Math.floor(Date.now() / 1_000);
      const signature = createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex');
      const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${signature}` };
      return { payload, headers };
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
