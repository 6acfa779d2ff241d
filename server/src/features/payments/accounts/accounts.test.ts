import { setBlock } from '@afterhours/contract/moderation/moderation';
import {
  earningMessages,
  getSellerAccount,
  listEarnings,
  listPayouts,
  setUpSellerAccount,
} from '@afterhours/contract/payments/earnings';
import { getPaymentConfig, listPayments } from '@afterhours/contract/payments/payments';
import { getReceipt } from '@afterhours/contract/payments/receipts';
import { createPost, deletePost, type Post, updatePost } from '@afterhours/contract/posts/posts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { succeed } from '#testing/calls/succeed.ts';
import { listWrongCounts } from '#testing/database/recount.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildWebinar, findOnlyPayment, pay, WEBINAR_LINK } from '#testing/rows/payments.ts';
import { buildPost } from '#testing/rows/posts.ts';
import * as sellers from '#testing/rows/sellers.ts';
import { changeSettings } from '#testing/rows/settings.ts';
import { type FakeStripe, startFakeStripe } from '#testing/servers/fake-stripe.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';
import { refundPayment } from '../settlement.ts';

let stripe: FakeStripe;
let app: TestApp;
let guest: TestMember;
let tokenCount = 0;

beforeAll(async () => {
  stripe = await startFakeStripe();
  app = await buildTestApp(stripe.settings);
  guest = await buildMember(app);
});
afterAll(async () => {
  await app.close();
  await stripe.close();
});

const setUp = (member: TestMember) => app.call(setUpSellerAccount, { token: member.token });
const stateOf = async (member: TestMember) => {
  const response = await app.call(getSellerAccount, { token: member.token });
  return response.ok ? response.body.state : response.message;
};
const accountOf = (member: TestMember) => sellers.accountOf(app, member);
const sendEvent = (account: string, type: string, object: object) =>
  sellers.sendAccountEvent({ app, stripe }, account, { type, object });
const order = (post: Post, member = guest) => pay(app, member, post._id, `tok_form${++tokenCount}`);
const buildSeller = () => sellers.buildSeller({ app, stripe });
const earningsOf = async (member: TestMember) => {
  return await succeed(app.call(listEarnings, { token: member.token }));
};

describe('When the community sells', () => {
  it('hosts need no account, and cannot open one', async () => {
    const host = await buildMember(app);
    expect(await stateOf(host)).toBe('none');
    expect(await setUp(host)).toMatchObject({ status: 409, message: earningMessages.communitySells.message });
    expect(await order(await buildWebinar(app, host))).toMatchObject({ body: { status: 'completed' } });
    expect(await setUp({ ...host, token: '' })).toMatchObject({ status: 401 });
  });
});

describe('When hosts sell', () => {
  beforeAll(() => changeSettings(app, { seller: 'host', sharePercent: 15 }));

  it('a host without an account can publish only free webinars', async () => {
    const host = await buildMember(app);
    const form = { postType: 'webinar', title: 'Glazes', description: 'An hour', link: WEBINAR_LINK };
    const publish = (fields: object) => app.call(createPost, { token: host.token, body: { ...form, ...fields } });
    const refusal = { status: 422, errors: [{ field: 'price', message: earningMessages.noAccount.message }] };
    expect(await publish({})).toMatchObject(refusal);
    expect(await publish({ price: 900 })).toMatchObject(refusal);
    const free = await publish({ price: 0 });
    if (!free.ok || !('description' in free.body)) throw new Error('not published');
    const change = { _id: free.body._id, price: 900 };
    expect(await app.call(updatePost, { token: host.token, body: change })).toMatchObject(refusal);
  });

  it('an account is opened once, and takes payments once Stripe enables it', async () => {
    const host = await buildMember(app);
    const before = stripe.platform.connected.size;
    const responses = await Promise.all([setUp(host), setUp(host), setUp(host)]);
    for (const response of responses)
      expect(response).toMatchObject({ body: { url: expect.stringMatching(/^https:/) } });
    expect(stripe.platform.connected.size).toBe(before + 1);
    expect(await stateOf(host)).toBe('incomplete');
    const account = await accountOf(host);
    await sendEvent(account, 'account.updated', { object: 'account', id: account, charges_enabled: true });
    expect(await stateOf(host)).toBe('incomplete');
    stripe.enable(account);
    await sendEvent(account, 'account.updated', { object: 'account', id: account });
    expect(await stateOf(host)).toBe('ready');
    stripe.fail(/account_links/, 'fault', 2);
    expect(await setUp(host)).toMatchObject({ status: 503, message: earningMessages.away.message });
  });

  it('the host’s account is charged with the community’s share deducted, and refunded likewise', async () => {
    const { host, account, webinar } = await buildSeller();
    expect(await app.call(getPaymentConfig, { token: guest.token, query: { postId: webinar._id } })).toMatchObject({
      body: { account },
    });
    expect(await order(webinar)).toMatchObject({ body: { status: 'completed' } });
    const payment = await findOnlyPayment(app, webinar._id);
    expect(payment).toMatchObject({ stripe_account: account, application_fee: 150 });
    const charged = stripe.platform.accounts.get(account);
    expect([...(charged?.intents.values() ?? [])]).toMatchObject([{ amount: 1000, application_fee_amount: 150 }]);
    expect(stripe.account.intents.has(payment.reference ?? '')).toBe(false);
    expect(await earningsOf(host)).toMatchObject({
      body: [{ amount: 1000, share: 150, status: 'completed', receipt: expect.stringMatching(/^R\d+-\d{4}-000001$/) }],
      totals: [{ currency: 'usd', cameIn: 850, givenBack: 0, owed: 0, sandbox: false }],
    });
    await app.call(deletePost, { token: host.token, params: { id: webinar._id } });
    await expect.poll(async () => (await findOnlyPayment(app, webinar._id)).status).toBe('refunded');
    expect(charged?.refunds).toHaveLength(1);
    expect(await earningsOf(host)).toMatchObject({
      body: [{ status: 'refunded', creditNote: expect.stringMatching(/-000002$/) }],
      totals: [{ cameIn: 850, givenBack: 850 }],
    });
    expect(await listWrongCounts(app.services.db)).toEqual([]);
  });

  it('the host’s account is revealed only for webinars that the viewer can see', async () => {
    const { host, account, webinar } = await buildSeller();
    const viewer = await buildMember(app);
    const charged = async (postId: string) => {
      const response = await app.call(getPaymentConfig, { token: viewer.token, query: { postId } });
      return response.ok ? response.body.account : response.message;
    };
    expect(await charged(webinar._id)).toBe(account);
    expect(await charged((await buildPost(app, host))._id)).toBeNull();
    await app.call(setBlock, { token: host.token, body: { userId: viewer.id, action: 'block' } });
    expect(await charged(webinar._id)).toBeNull();
  });

  it('the host issues the receipt and can see it, but another host cannot', async () => {
    const [one, other] = [await buildSeller(), await buildSeller()];
    await order(one.webinar);
    const [earning] = (await earningsOf(one.host)).body;
    const params = { number: earning?.receipt ?? '' };
    for (const { token } of [one.host, guest])
      expect(await app.call(getReceipt, { token, params })).toMatchObject({ body: { amount: 1000 } });
    expect(await app.call(getReceipt, { token: other.host.token, params })).toMatchObject({ status: 404 });
    const bought = await app.call(listPayments, { token: guest.token });
    expect(bought.ok && bought.body[0]?.receipt).toBe(params.number);
  });

  it('no host can see or change payments of another account', async () => {
    const [one, other] = [await buildSeller(), await buildSeller()];
    await order(one.webinar);
    const payment = await findOnlyPayment(app, one.webinar._id);
    expect((await earningsOf(other.host)).body).toEqual([]);
    expect((await earningsOf(other.host)).totals).toEqual([]);
    const theirs = stripe.platform.accounts.get(other.account);
    const refused = theirs?.respond('GET', `/v1/payment_intents/${payment.reference}`, new URLSearchParams());
    expect(refused?.status).toBe(404);
    // An event in the name of another account, about a charge that is not in it.
    stripe.platform.accounts.get(one.account)?.dispute(payment.reference ?? '', 'lost');
    const about = { object: 'dispute', payment_intent: payment.reference };
    await sendEvent(other.account, 'charge.dispute.closed', about);
    expect(await findOnlyPayment(app, one.webinar._id)).toMatchObject({ status: 'completed', dispute: null });
    await sendEvent(one.account, 'charge.dispute.closed', about);
    expect(await findOnlyPayment(app, one.webinar._id)).toMatchObject({ status: 'refunded', dispute: 'lost' });
    // The provider does not take the community's share back.
    expect(await earningsOf(one.host)).toMatchObject({ totals: [{ cameIn: 850, givenBack: 1000 }] });
  });

  it('payouts by the provider are listed only for the host whose account it is', async () => {
    const [one, other] = [await buildSeller(), await buildSeller()];
    const payout = {
      id: 'po_1',
      object: 'payout',
      amount: 850,
      currency: 'usd',
      status: 'in_transit',
      arrival_date: 4e9,
    };
    stripe.platform.accounts.get(one.account)?.payouts.set('po_1', payout);
    await sendEvent(one.account, 'payout.created', payout);
    await sendEvent(other.account, 'payout.created', payout);
    payout.status = 'paid';
    await sendEvent(one.account, 'payout.paid', payout);
    const list = (member: TestMember) => app.call(listPayouts, { token: member.token });
    const shown = [{ amount: 850, status: 'paid', byCommunity: false, arrivesAt: '2096-10-02T07:06:40.000Z' }];
    expect(await list(one.host)).toMatchObject({ body: shown });
    expect(await list(other.host)).toMatchObject({ body: [] });
    // A response of the provider from before, to an event that was handled at the same time.
    payout.status = 'in_transit';
    await sendEvent(one.account, 'payout.updated', payout);
    expect(await list(one.host)).toMatchObject({ body: shown });
  });

  it('a closed account takes no payments; refunds it owes stay open until it is back', async () => {
    const { host, account, webinar } = await buildSeller();
    const second = await buildWebinar(app, host);
    await order(webinar);
    const [kept, state] = [stripe.platform.accounts.get(account), stripe.platform.connected.get(account)];
    if (!kept || !state) throw new Error('no account');
    stripe.disconnect(account);
    // Before the provider reports it: the charge fails there.
    expect(await order(second)).toMatchObject({ status: 503 });
    await sendEvent(account, 'account.application.deauthorized', { object: 'application', id: 'ca_1' });
    expect(await stateOf(host)).toBe('closed');
    expect(await order(second)).toMatchObject({ status: 409, message: earningMessages.cannotSell.message });
    await app.call(deletePost, { token: host.token, params: { id: webinar._id } });
    const { id } = await findOnlyPayment(app, webinar._id);
    await expect.poll(async () => (await findOnlyPayment(app, webinar._id)).refund_blocked).toBe(true);
    await expect(refundPayment(app.services, id)).rejects.toThrow(/not done/);
    const bought = await app.call(listPayments, { token: guest.token });
    expect(bought.ok && bought.body.find((row) => row._id === id)).toMatchObject({
      status: 'refunding',
      refundBlocked: true,
    });
    expect((await earningsOf(host)).body.find((row) => row._id === id)).toMatchObject({ refundBlocked: true });
    stripe.platform.accounts.set(account, kept);
    stripe.platform.connected.set(account, state);
    await refundPayment(app.services, id);
    expect(await findOnlyPayment(app, webinar._id)).toMatchObject({ status: 'refunded', refund_blocked: false });
    // The host can start again, with another account.
    await sendEvent(account, 'account.updated', { object: 'account', id: account });
    expect(await stateOf(host)).toBe('ready');
  });

  it('old payments stay with their account when the community sells again', async () => {
    const { host, account, webinar } = await buildSeller();
    await order(webinar);
    await changeSettings(app, { seller: 'community', sharePercent: 0 });
    await app.call(deletePost, { token: host.token, params: { id: webinar._id } });
    await expect.poll(async () => (await findOnlyPayment(app, webinar._id)).status).toBe('refunded');
    expect(stripe.platform.accounts.get(account)?.refunds).toHaveLength(1);
  });
});
