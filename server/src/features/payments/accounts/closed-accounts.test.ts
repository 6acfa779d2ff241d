/** Payments in a host's account that the provider no longer knows. */
import { HOUR_MS } from '@afterhours/contract/base/durations';
import { getPayment } from '@afterhours/contract/payments/payments';
import type { Post } from '@afterhours/contract/posts/posts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildWebinar, findOnlyPayment, pay } from '#testing/rows/payments.ts';
import { buildSeller, type Seller, sendAccountEvent } from '#testing/rows/sellers.ts';
import { changeSettings } from '#testing/rows/settings.ts';
import { type FakeStripe, startFakeStripe } from '#testing/servers/fake-stripe.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';
import { settlePayment } from '../settlement.ts';

let stripe: FakeStripe;
let app: TestApp;
let guest: TestMember;
let seller: Seller;
let tokenCount = 0;

beforeAll(async () => {
  stripe = await startFakeStripe();
  app = await buildTestApp(stripe.settings);
  guest = await buildMember(app);
  await changeSettings(app, { seller: 'host', sharePercent: 15 });
});
beforeEach(async () => {
  seller = await buildSeller({ app, stripe });
});
afterAll(async () => {
  await app.close();
  await stripe.close();
});

const order = (post: Post, kind = 'tok_form') => pay(app, guest, post._id, `${kind}${++tokenCount}`);
const accountUpdated = () =>
  sendAccountEvent({ app, stripe }, seller.account, { type: 'account.updated', object: { id: seller.account } });

/** Closes the account. Returns a function that restores it with everything in it. */
function closeAccount(): () => void {
  const { account } = seller;
  const [kept, state] = [stripe.platform.accounts.get(account), stripe.platform.connected.get(account)];
  if (!kept || !state) throw new Error('no account');
  stripe.disconnect(account);
  return () => {
    stripe.platform.accounts.set(account, kept);
    stripe.platform.connected.set(account, state);
  };
}

async function settleAfter(hours: number, post: Post) {
  const { id } = await findOnlyPayment(app, post._id);
  const created_at = new Date(Date.now() - hours * HOUR_MS);
  await app.services.db.updateTable('payments').set({ created_at }).where('id', '=', id).execute();
  return settlePayment(app.services, id);
}

/** Buys a seat with a payment that the provider has started to process. */
async function buyPending(): Promise<Post> {
  const post = await buildWebinar(app, seller.host);
  const theirs = stripe.platform.accounts.get(seller.account);
  if (!theirs) throw new Error('no account');
  theirs.nextStatus.intent = 'processing';
  expect(await order(post)).toMatchObject({ body: { status: 'pending' } });
  theirs.nextStatus.intent = 'succeeded';
  return post;
}

it('A payment that its payer has not confirmed fails after two hours without a charge', async () => {
  await order(seller.webinar, 'tok_secure');
  closeAccount();
  expect(await settleAfter(1, seller.webinar)).toMatchObject({ status: 'pending' });
  expect(await settleAfter(3, seller.webinar)).toMatchObject({ status: 'failed', refund_blocked: false });
});

it('A payment in process also fails after two hours, and its payer can order again', async () => {
  const post = await buyPending();
  closeAccount();
  expect(await settleAfter(1, post)).toMatchObject({ status: 'pending', refund_blocked: false });
  const failed = await settleAfter(3, post);
  expect(failed).toMatchObject({ status: 'failed', refund_blocked: true });
  const params = { id: failed?.id ?? '' };
  expect(await app.call(getPayment, { token: guest.token, params })).toMatchObject({
    body: { status: 'failed', reasonKind: 'lostSight' },
  });
  await changeSettings(app, { seller: 'community', sharePercent: 15 });
  expect(await order(post)).toMatchObject({ body: { status: 'completed' } });
  await changeSettings(app, { seller: 'host', sharePercent: 15 });
});

it('A payment that turns out to be charged when the account is back gets its seat', async () => {
  const post = await buyPending();
  const bringBack = closeAccount();
  await settleAfter(3, post);
  bringBack();
  const theirs = stripe.platform.accounts.get(seller.account);
  for (const id of theirs?.intents.keys() ?? []) theirs?.finish(id);
  await accountUpdated();
  await expect
    .poll(async () => findOnlyPayment(app, post._id))
    .toMatchObject({ status: 'completed', refund_blocked: false });
});

it('A payment that turns out to be charged only after its webinar has begun is refunded', async () => {
  const post = await buyPending();
  const bringBack = closeAccount();
  await settleAfter(3, post);
  await app.services.db.updateTable('posts').set({ starts_at: new Date() }).where('id', '=', post._id).execute();
  bringBack();
  const theirs = stripe.platform.accounts.get(seller.account);
  for (const id of theirs?.intents.keys() ?? []) theirs?.finish(id);
  await accountUpdated();
  await expect.poll(async () => (await findOnlyPayment(app, post._id)).status).toBe('refunded');
});

it('A payment that turns out to be charged is refunded if its payer has paid again in the meantime', async () => {
  const post = await buyPending();
  const bringBack = closeAccount();
  const first = await settleAfter(3, post);
  await changeSettings(app, { seller: 'community', sharePercent: 15 });
  await order(post);
  await changeSettings(app, { seller: 'host', sharePercent: 15 });
  bringBack();
  const theirs = stripe.platform.accounts.get(seller.account);
  for (const id of theirs?.intents.keys() ?? []) theirs?.finish(id);
  await accountUpdated();
  const status = async () => {
    const payment = app.services.db
      .selectFrom('payments')
      .select('status')
      .where('id', '=', first?.id ?? '');
    return (await payment.executeTakeFirst())?.status;
  };
  await expect.poll(status).toBe('refunded');
});

it('A payment that turns out not to be charged is reported as such, and not checked again', async () => {
  const post = await buyPending();
  const bringBack = closeAccount();
  await settleAfter(3, post);
  bringBack();
  const theirs = stripe.platform.accounts.get(seller.account);
  for (const intent of theirs?.intents.values() ?? []) intent.status = 'canceled';
  await accountUpdated();
  await expect
    .poll(async () => findOnlyPayment(app, post._id))
    .toMatchObject({ status: 'failed', refund_blocked: false, reason: expect.stringContaining('not been charged') });
});
