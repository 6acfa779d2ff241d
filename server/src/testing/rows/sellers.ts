/** Hosts who sell in their own name, through the fake of Stripe. */
import { setUpSellerAccount } from '@afterhours/contract/payments/earnings';
import type { Post } from '@afterhours/contract/posts/posts';
import { succeed } from '#testing/calls/succeed.ts';
import type { FakeStripe } from '../servers/fake-stripe.ts';
import type { TestApp } from '../test-app.ts';
import { buildMember, type TestMember } from './members.ts';
import { buildWebinar } from './payments.ts';

export type Seller = { host: TestMember; account: string; webinar: Post };

export async function accountOf({ services }: TestApp, { id }: TestMember): Promise<string> {
  const accounts = services.db.selectFrom('connected_accounts').select('account').where('user_id', '=', id);
  return (await accounts.executeTakeFirstOrThrow()).account;
}

/** Sends an account's event to the webhook; throws if it is rejected. */
export async function sendAccountEvent(
  { app, stripe }: { app: TestApp; stripe: FakeStripe },
  account: string,
  { type, object }: { type: string; object: object },
): Promise<void> {
  const { payload, headers } = stripe.connectEvent(account, type, object);
  const response = await app.http.inject({ method: 'POST', url: '/api/payment/webhook', payload, headers });
  if (response.statusCode !== 200) throw new Error(`${type}: ${response.statusCode}`);
}

/** Creates a host whose account can take payments, with a webinar that has a price. */
export async function buildSeller(sides: { app: TestApp; stripe: FakeStripe }): Promise<Seller> {
  const { app, stripe } = sides;
  const host = await buildMember(app);
  await succeed(app.call(setUpSellerAccount, { token: host.token }));
  const account = await accountOf(app, host);
  stripe.enable(account);
  await sendAccountEvent(sides, account, { type: 'account.updated', object: { object: 'account', id: account } });
  return { host, account, webinar: await buildWebinar(app, host) };
}
