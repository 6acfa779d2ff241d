/** The share of the community in a refund: what the provider reports, whoever has made the refund. */
import { deletePost, type Post } from '@afterhours/contract/posts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { listWrongCounts } from '#testing/database/recount.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { findOnlyPayment, pay } from '#testing/rows/payments.ts';
import { buildSeller, type Seller, tellOfAccount } from '#testing/rows/sellers.ts';
import { changeSettings } from '#testing/rows/settings.ts';
import { type StripeStandIn, startStripeStandIn } from '#testing/stand-ins/stripe-stand-in.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';
import { refundPayment } from '../settlement.ts';

let stripe: StripeStandIn;
let app: TestApp;
let guest: TestMember;
let seller: Seller;
let made = 0;

beforeAll(async () => {
  stripe = await startStripeStandIn();
  app = await buildTestApp(stripe.settings);
  guest = await buildMember(app);
  await changeSettings(app, { seller: 'host', sharePercent: 15 });
});
beforeEach(async () => {
  seller = await buildSeller({ app, stripe });
  await pay(app, guest, seller.webinar._id, `tok_form${++made}`);
});
afterAll(async () => {
  await app.close();
  await stripe.close();
});

const theOne = (post: Post = seller.webinar) => findOnlyPayment(app, post._id);

/** What the refund has moved: the lines of the payer, the host and the community. */
async function linesOfRefund() {
  const { id } = await theOne();
  const lines = app.services.db.selectFrom('ledger').select(['account', 'amount']).where('payment_id', '=', id);
  const rows = await lines.where('kind', 'in', ['refund', 'chargeback']).orderBy('id').execute();
  return Object.fromEntries(rows.map(({ account, amount }) => [account.split(':')[0], amount]));
}

/** Refunds at the provider, as in its dashboard, and lets it tell. */
async function refundByHand(fields: Record<string, string> = {}): Promise<void> {
  const { reference } = await theOne();
  const theirs = stripe.platform.accounts.get(seller.account);
  const answer = theirs?.createRefund(new URLSearchParams({ payment_intent: reference ?? '', ...fields }));
  expect(answer?.status).toBe(200);
  const object = { object: 'charge', payment_intent: reference };
  await tellOfAccount({ app, stripe }, seller.account, { type: 'charge.refunded', object });
}

it('A refund by hand that leaves the share where it is takes all of it from the host', async () => {
  await refundByHand();
  expect(await theOne()).toMatchObject({ status: 'refunded', fee_returned: 0 });
  expect(await linesOfRefund()).toEqual({ payer: 1000, merchant: -1000 });
  expect(await listWrongCounts(app.services.db)).toEqual([]);
});

it('A refund by hand that returns the share takes it from the community', async () => {
  await refundByHand({ refund_application_fee: 'true' });
  expect(await linesOfRefund()).toEqual({ payer: 1000, merchant: -850, community: -150 });
});

it('A refund by us of what a refund by hand has left returns that part of the share', async () => {
  await refundByHand({ amount: '400' });
  expect(await theOne()).toMatchObject({ status: 'completed' });
  await app.call(deletePost, { token: seller.host.token, params: { id: seller.webinar._id } });
  await expect.poll(async () => (await theOne()).status).toBe('refunded');
  expect(await linesOfRefund()).toEqual({ payer: 1000, merchant: -910, community: -90 });
});

it('A refund whose share cannot be asked about is tried again, and is entered once', async () => {
  const id = (await theOne()).id;
  stripe.fail(/GET .*application_fees/, 'fault', 20);
  await app.services.db.updateTable('payments').set({ refund_requested_at: new Date() }).where('id', '=', id).execute();
  await expect(refundPayment(app.services, id)).rejects.toThrow(/not done/);
  expect(await theOne()).toMatchObject({ status: 'completed' });
  stripe.heal();
  await refundPayment(app.services, id);
  expect(await linesOfRefund()).toEqual({ payer: 1000, merchant: -850, community: -150 });
  expect(stripe.platform.accounts.get(seller.account)?.refunds).toHaveLength(1);
});

/** Returns so much of the share at the provider, as in its dashboard, and lets it tell, as often as it likes. */
async function returnShare(amount: number, times = 1): Promise<void> {
  const theirs = stripe.platform.accounts.get(seller.account);
  for (const fee of theirs?.fees.values() ?? []) fee.amount_refunded += amount;
  const object = { object: 'application_fee', id: 'fee_1', account: seller.account };
  for (let time = 0; time < times; time++) {
    const { payload, headers } = stripe.event('application_fee.refunded', object);
    const answer = await app.http.inject({ method: 'POST', url: '/api/payment/webhook', payload, headers });
    expect(answer.statusCode).toBe(200);
  }
}

it('A share that goes back after the refund was entered is entered once, part by part', async () => {
  const { id } = await theOne();
  await refundByHand();
  const shares = async () => {
    const lines = app.services.db.selectFrom('ledger').select(['account', 'amount']).where('payment_id', '=', id);
    const rows = await lines.where('kind', '=', 'share').orderBy('id').execute();
    return rows.map(({ account, amount }) => `${account.split(':')[0]} ${amount}`);
  };
  expect(await shares()).toEqual([]);
  await returnShare(100, 2);
  expect(await shares()).toEqual(['community -100', 'merchant 100']);
  await returnShare(50, 2);
  expect(await theOne()).toMatchObject({ status: 'refunded', fee_returned: 150 });
  expect(await shares()).toEqual(['community -100', 'merchant 100', 'community -50', 'merchant 50']);
  await returnShare(0);
  expect(await shares()).toHaveLength(4);
  // What the host has lost by the sale is nothing by now, and the books agree with the payments.
  const { rows } = await app.database.pool.query<{ left: number }>(
    'SELECT came_in - given_back AS left FROM ledger_totals WHERE account = $1',
    [`merchant:${seller.host.id}`],
  );
  expect(rows).toEqual([{ left: 0 }]);
  expect(await listWrongCounts(app.services.db)).toEqual([]);
});

it('A share that goes back is noticed by any event of the refunded charge, too', async () => {
  await refundByHand();
  const theirs = stripe.platform.accounts.get(seller.account);
  for (const fee of theirs?.fees.values() ?? []) fee.amount_refunded = fee.amount;
  const object = { object: 'charge', payment_intent: (await theOne()).reference };
  await tellOfAccount({ app, stripe }, seller.account, { type: 'charge.updated', object });
  expect(await theOne()).toMatchObject({ fee_returned: 150 });
});
