/**
 * The part of Stripe's API that the product uses, on loopback, for Stripe's own library: accounts that see nothing of
 * each other, idempotency keys, declines, 3-D Secure, refunds, disputes and signed events. It also simulates network
 * failures: no response, a response lost after the charge, and errors.
 */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  Account,
  checkFields,
  type Intent,
  invalid,
  newId,
  ok,
  refuse,
  type StripeResponse,
} from './fake-stripe-account.ts';

/**
 * `before`: the call is not carried out. `after`: it is carried out, and the response is lost. `hang`: it is carried
 * out, without a response. `stall`: neither. `fault` and `refuse`: the response is a 500 or a 401.
 */
type Fault = {
  path: RegExp;
  how: 'before' | 'after' | 'hang' | 'stall' | 'fault' | 'refuse';
  times: number;
  met?: () => void;
};

const WEBHOOK_SECRET = 'whsec_test';
const CONNECT_SECRET = 'whsec_connect';

/** A connected account as the platform sees it. */
type Connected = Record<string, unknown> & { id: string; charges_enabled: boolean };

class Platform {
  readonly own = new Account(null);
  readonly accounts = new Map<string, Account>();
  readonly connected = new Map<string, Connected>();
  readonly kept = new Map<string, { body: string; response: StripeResponse }>();

  #createAccount(fields: URLSearchParams): StripeResponse {
    const known = ['controller', 'email', 'metadata'];
    const wanted = {
      'controller[fees][payer]': 'account',
      'controller[losses][payments]': 'stripe',
      'controller[requirement_collection]': 'stripe',
      'controller[stripe_dashboard][type]': 'full',
    };
    const refused = checkFields(fields, known, Object.keys(wanted));
    if (refused) return refused;
    const wrong = Object.entries(wanted).find(([name, value]) => fields.get(name) !== value);
    if (wrong) return invalid('parameter_invalid', `${wrong[0]} must be ${wrong[1]}.`);
    const id = newId('acct');
    const account = { id, object: 'account', charges_enabled: false, payouts_enabled: false, details_submitted: false };
    this.connected.set(id, account);
    this.accounts.set(id, new Account(id));
    return ok(account);
  }

  #createLink(fields: URLSearchParams): StripeResponse {
    const names = ['account', 'type', 'refresh_url', 'return_url'];
    const refused = checkFields(fields, names, names);
    if (refused) return refused;
    if (!this.connected.has(fields.get('account') ?? '')) return invalid('account_invalid');
    return ok({ object: 'account_link', url: `https://connect.stripe.test/setup/${newId('link')}` });
  }

  #fee(id = '') {
    return [...this.accounts.values()].map(({ fees }) => fees.get(id)).find((fee) => fee !== undefined);
  }

  respond(
    method: string,
    path: string,
    { fields, on }: { fields: URLSearchParams; on: string | null },
  ): StripeResponse {
    if (on === null && method === 'POST' && path === '/v1/accounts') return this.#createAccount(fields);
    if (on === null && method === 'POST' && path === '/v1/account_links') return this.#createLink(fields);
    const account = on === null ? this.own : this.accounts.get(on);
    const looked = /^\/v1\/accounts\/(\w+)$/.exec(path)?.[1];
    const found = looked && on === null ? this.connected.get(looked) : undefined;
    if (looked && found) return ok(found);
    const fee = on === null && this.#fee(/^\/v1\/application_fees\/(\w+)$/.exec(path)?.[1]);
    if (fee) return ok(fee);
    if (!account || looked) {
      const message = 'The provided key does not have access to this account (or it does not exist).';
      return refuse(403, { type: 'invalid_request_error', code: 'account_invalid', message });
    }
    if (on !== null && path === '/v1/payment_intents' && this.connected.get(on)?.charges_enabled === false)
      return invalid('account_cannot_charge', 'Your account cannot currently make live charges.');
    return account.respond(method, path, fields);
  }
}

export type FakeStripe = {
  /** The environment that points an app to this server. */
  settings: Record<string, string>;
  /** The platform's own account. */
  account: Account;
  platform: Platform;
  /** Completes the onboarding of a connected account. */
  enable(accountId: string): void;
  /** Closes a connected account, or removes it from the platform. */
  disconnect(accountId: string): void;
  /** Returns the successful charges of a payment. */
  charges(paymentId: string): Intent[];
  fail(path: RegExp, how: Fault['how'], times: number): void;
  /** Leaves the next such call without a response, whether carried out or not; resolves when the call has arrived. */
  hold(path: RegExp, how: 'hang' | 'stall'): Promise<void>;
  /** Removes all faults. */
  heal(): void;
  /** Returns an event as it is sent: its body, and the signature made with a secret. */
  event(type: string, object: object, secret?: string): { payload: string; headers: Record<string, string> };
  /** Returns an event of a connected account. */
  connectEvent(account: string, type: string, object: object): ReturnType<FakeStripe['event']>;
  close(): Promise<void>;
};

async function serve(platform: Platform, faults: Fault[], request: IncomingMessage, reply: ServerResponse) {
  const url = new URL(request.url ?? '/', 'http://stripe.test');
  const body = await text(request);
  const fault = faults.find((one) => one.times > 0 && one.path.test(`${request.method} ${url.pathname}`));
  if (fault) fault.times--;
  if (fault?.how === 'stall') return fault.met?.();
  if (fault?.how === 'before') return void reply.destroy();
  if (fault?.how === 'fault') return send(reply, refuse(500, { type: 'api_error', message: 'Our fault.' }));
  if (fault?.how === 'refuse' || !/^Bearer sk_test_\w+$/.test(request.headers.authorization ?? ''))
    return send(reply, refuse(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' }));
  const response = idempotent(platform, request, url, body);
  if (fault?.how === 'after') return void reply.destroy();
  return fault?.how === 'hang' ? fault.met?.() : send(reply, response);
}

/** Returns the first response for a repeated key of an account; with another call or body, the repeat is an error. */
function idempotent(platform: Platform, request: IncomingMessage, url: URL, body: string): StripeResponse {
  const method = request.method ?? 'GET';
  const header = request.headers['stripe-account'];
  const on = typeof header === 'string' ? header : null;
  const respond = () => {
    const fields = new URLSearchParams(method === 'GET' ? url.search : body);
    return platform.respond(method, url.pathname, { fields, on });
  };
  const key = request.headers['idempotency-key'];
  if (method === 'GET' || typeof key !== 'string') return respond();
  if (key.length > 255) return invalid('idempotency_key_too_long');
  const before = platform.kept.get(`${on} ${key}`);
  const sent = `${url.pathname} ${body}`;
  if (before && before.body !== sent) return refuse(400, { type: 'idempotency_error', message: 'Other parameters.' });
  if (before) return structuredClone(before.response);
  const first = respond();
  platform.kept.set(`${on} ${key}`, { body: sent, response: structuredClone(first) });
  return first;
}

function send(reply: ServerResponse, { status, body }: StripeResponse): void {
  reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Returns an event with its signature. */
function sign(event: object, secret: string): ReturnType<FakeStripe['event']> {
  const payload = JSON.stringify({ id: newId('evt'), object: 'event', ...event });
  const time = Math.floor(Date.now() / 1_000);
  const signature = createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex');
  const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${signature}` };
  return { payload, headers };
}

/** Starts the fake on a free loopback port. */
export async function startFakeStripe(): Promise<FakeStripe> {
  const platform = new Platform();
  const faults: Fault[] = [];
  const server = createServer((request, response) => void serve(platform, faults, request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    account: platform.own,
    platform,
    settings: {
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_CONNECT_WEBHOOK_SECRET: CONNECT_SECRET,
      STRIPE_API_BASE: `http://127.0.0.1:${port}`,
    },
    enable(accountId) {
      const account = platform.connected.get(accountId);
      if (account) Object.assign(account, { charges_enabled: true, payouts_enabled: true, details_submitted: true });
    },
    disconnect(accountId) {
      platform.connected.delete(accountId);
      platform.accounts.delete(accountId);
    },
    charges: (paymentId) =>
      [platform.own, ...platform.accounts.values()]
        .flatMap((account) => [...account.intents.values()])
        .filter((intent) => intent.metadata['payment_id'] === paymentId && intent.status === 'succeeded'),
    fail: (path, how, times) => void faults.push({ path, how, times }),
    hold: (path, how) => new Promise((met) => void faults.push({ path, how, times: 1, met })),
    heal: () => void faults.splice(0),
    event: (type, object, secret = WEBHOOK_SECRET) => sign({ type, data: { object } }, secret),
    connectEvent: (account, type, object) => sign({ type, account, data: { object } }, CONNECT_SECRET),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
