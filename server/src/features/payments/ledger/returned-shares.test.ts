/** The community's share in a refund is what the provider reports, whoever made the refund. */
import { listEarnings } from '@afterhours/contract/payments/earnings';
import { deletePost, type Post } from '@afterhours/contract/posts/posts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { succeed } from '#testing/calls/succeed.ts';
import { listWrongCounts } from '#testing/database/recount.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { findOnlyPayment, pay } from '#testing/rows/payments.ts';
import { buildSeller, type Seller, sendAccountEvent } from '#testing/rows/sellers.ts';
import { changeSettings } from '#testing/rows/settings.ts';
import { type FakeStripe, startFakeStripe } from '#testing/servers/fake-stripe.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';
import { refundPayment } from '../settlement.ts';

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
  await pay(app, guest, seller.webinar._id, `tok_form${++tokenCount}`);
});
afterAll(async () => {
  await app.close();
  await stripe.close();
});

const loadPayment = (post: Post = seller.webinar) => findOnlyPayment(app, post._id);

/** Returns the amounts in the refund's entries, by account: payer, merchant (the host) and community. */
async function linesOfRefund() {
  const { id } = await loadPayment();
  const lines = app.services.db.selectFrom('ledger').select(['account', 'amount']).where('payment_id', '=', id);
  const rows = await lines.where('kind', 'in', ['refund', 'chargeback']).orderBy('id').execute();
  return Object.fromEntries(rows.map(({ account, amount }) => [account.split(':')[0], amount]));
}

/** Refunds at the provider, as in its dashboard, and sends the event. */
async function refundByHand(fields: Record<string, string> = {}): Promise<void> {
  const { reference } = await loadPayment();
  const theirs = stripe.platform.accounts.get(seller.account);
  const response = theirs?.createRefund(new URLSearchParams({ payment_intent: reference ?? '', ...fields }));
  expect(response?.status).toBe(200);
  const object = { object: 'charge', payment_intent: reference };
  await sendAccountEvent({ app, stripe }, seller.account, { type: 'charge.refunded', object });
}

it('A manual refund that keeps the community’s share is charged to the host alone', async () => {
  await refundByHand();
  expect(await loadPayment()).toMatchObject({ status: 'refunded', fee_returned: 0 });
  expect(await linesOfRefund()).toEqual({ payer: 1000, merchant: -1000 });
  expect(await listWrongCounts(app.services.db)).toEqual([]);
});

it('A manual refund that returns the community’s share takes it from the community', async () => {
  await refundByHand({ refund_application_fee: 'true' });
  expect(await linesOfRefund()).toEqual({ payer: 1000, merchant: -850, community: -150 });
});

it('Refunding the rest after a partial manual refund returns the same part of the community’s share', async () => {
  await refundByHand({ amount: '400' });
  expect(await loadPayment()).toMatchObject({ status: 'completed' });
  await app.call(deletePost, { token: seller.host.token, params: { id: seller.webinar._id } });
  await expect.poll(async () => (await loadPayment()).status).toBe('refunded');
  expect(await linesOfRefund()).toEqual({ payer: 1000, merchant: -910, community: -90 });
});

it('A dispute that is lost after a partial manual refund costs the host the rest, to the cent', async () => {
  await refundByHand({ amount: '400', refund_application_fee: 'true' });
  const { reference } = await loadPayment();
  stripe.platform.accounts.get(seller.account)?.dispute(reference ?? '', 'lost');
  const object = { object: 'dispute', payment_intent: reference };
  await sendAccountEvent({ app, stripe }, seller.account, { type: 'charge.dispute.closed', object });
  expect(await linesOfRefund()).toEqual({ payer: 1000, merchant: -940, community: -60 });
  // Of 1000, the host got 850, gave back 400 less 60 of the share, and lost the other 600.
  const { totals } = await succeed(app.call(listEarnings, { token: seller.host.token }));
  expect(totals).toMatchObject([{ cameIn: 850, givenBack: 940, paidOut: 0, owed: 0 }]);
  expect(await listWrongCounts(app.services.db)).toEqual([]);
});

it('A refund whose share cannot be loaded is retried, and entered once', async () => {
  const id = (await loadPayment()).id;
  stripe.fail(/GET .*application_fees/, 'fault', 20);
  await app.services.db.updateTable('payments').set({ refund_requested_at: new Date() }).where('id', '=', id).execute();
  await expect(refundPayment(app.services, id)).rejects.toThrow(/not done/);
  expect(await loadPayment()).toMatchObject({ status: 'completed' });
  stripe.heal();
  await refundPayment(app.services, id);
  expect(await linesOfRefund()).toEqual({ payer: 1000, merchant: -850, community: -150 });
  expect(stripe.platform.accounts.get(seller.account)?.refunds).toHaveLength(1);
});

/** Returns an amount of the share at the provider, as in its dashboard, and sends the event `times` times. */
async function returnShare(amount: number, times = 1): Promise<void> {
  const theirs = stripe.platform.accounts.get(seller.account);
  for (const fee of theirs?.fees.values() ?? []) fee.amount_refunded += amount;
  const object = { object: 'application_fee', id: 'fee_1', account: seller.account };
  for (let time = 0; time < times; time++) {
    const { payload, headers } = stripe.event('application_fee.refunded', object);
    const response = await app.http.inject({ method: 'POST', url: '/api/payment/webhook', payload, headers });
    expect(response.statusCode).toBe(200);
  }
}

it('A share that is returned after the refund was entered is entered once, part by part', async () => {
  const { id } = await loadPayment();
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
  expect(await loadPayment()).toMatchObject({ status: 'refunded', fee_returned: 150 });
  expect(await shares()).toEqual(['community -100', 'merchant 100', 'community -50', 'merchant 50']);
  await returnShare(0);
  expect(await shares()).toHaveLength(4);
  // The host has lost nothing by the sale now, and the ledger agrees with the payments.
  const { rows } = await app.database.pool.query<{ left: number }>(
    'SELECT came_in - given_back AS left FROM ledger_totals WHERE account = $1',
    [`merchant:${seller.host.id}`],
  );
  expect(rows).toEqual([{ left: 0 }]);
  expect(await listWrongCounts(app.services.db)).toEqual([]);
});

it('A returned share is also noticed at any other event of the refunded charge', async () => {
  await refundByHand();
  const theirs = stripe.platform.accounts.get(seller.account);
  for (const fee of theirs?.fees.values() ?? []) fee.amount_refunded = fee.amount;
  const object = { object: 'charge', payment_intent: (await loadPayment()).reference };
  await sendAccountEvent({ app, stripe }, seller.account, { type: 'charge.updated', object });
  expect(await loadPayment()).toMatchObject({ fee_returned: 150 });
});
