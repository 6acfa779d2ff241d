import { getPost, type Post } from '@afterhours/contract/posts/posts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildWebinar, findOnlyPayment, pay, WEBINAR_LINK } from '#testing/rows/payments.ts';
import { type FakeStripe, startFakeStripe } from '#testing/servers/fake-stripe.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { createIntent } from './commands.ts';
import { type PaymentRow, selectPayment } from './queries.ts';
import { toCharge } from './settlement.ts';

let stripe: FakeStripe;
let app: TestApp;
let host: TestMember;
let guest: TestMember;
let webinar: Post;
let tokenCount = 0;

beforeAll(async () => {
  stripe = await startFakeStripe();
  app = await buildTestApp(stripe.settings);
  host = await buildMember(app);
});
beforeEach(async () => {
  stripe.account.nextStatus = { intent: 'succeeded', refund: 'succeeded' };
  guest = await buildMember(app);
  webinar = await buildWebinar(app, host);
});
afterAll(async () => {
  await app.close();
  await stripe.close();
});

const newToken = () => `tok_form${++tokenCount}`;
const payNow = (token = newToken()) => pay(app, guest, webinar._id, token);
const storeIntent = async () =>
  (
    await createIntent(app.services, guest.id, {
      stripeToken: newToken(),
      email: guest.user.email,
      parent_id: webinar._id,
      amount: 1000,
      productType: 'webinar',
    })
  ).payment;

const loadPayment = () => findOnlyPayment(app, webinar._id);
const view = async () => {
  const response = await app.call(getPost, { token: guest.token, params: { id: webinar._id } });
  return response.ok ? { link: response.body.link, status: response.body.payment?.status } : null;
};
const paid = { link: WEBINAR_LINK, status: 'completed' };
const send = ({ payload, headers }: ReturnType<FakeStripe['event']>) =>
  app.http.inject({ method: 'POST', url: '/api/payment/webhook', payload, headers });

describe('Events of Stripe', () => {
  const intentOf = (row: PaymentRow) =>
    [...stripe.account.intents.values()].find((one) => one.metadata.payment_id === row.id);

  it('settle pending payments, in any order and however often', async () => {
    stripe.account.nextStatus.intent = 'processing';
    expect(await payNow()).toMatchObject({ body: { status: 'pending' } });
    const intent = intentOf(await loadPayment());
    if (!intent) throw new Error('no intent');
    const early = stripe.event('payment_intent.processing', intent);
    stripe.account.finish(intent.id);
    const done = stripe.event('payment_intent.succeeded', intent);
    for (const event of [done, early, done, early]) expect((await send(event)).statusCode).toBe(200);
    expect(await view()).toEqual(paid);
    const notified = await app.services.db
      .selectFrom('notifications')
      .select('id')
      .where('post_id', '=', webinar._id)
      .execute();
    expect(notified).toHaveLength(1);
  });

  it('about another sum, such as one that a host has made in their own account, complete nothing', async () => {
    await payNow();
    const { reference } = await loadPayment();
    const made = stripe.account.intents.get(reference ?? '');
    if (!made) throw new Error('no intent');
    webinar = await buildWebinar(app, host);
    const { id } = await storeIntent();
    const foreign = { ...made, id: 'pi_cheap', amount: 1, metadata: { payment_id: id } };
    stripe.account.intents.set(foreign.id, foreign);
    for (const object of [foreign, { object: 'charge', metadata: foreign.metadata }])
      expect((await send(stripe.event('payment_intent.succeeded', object))).statusCode).toBe(200);
    expect((await loadPayment()).status).toBe('pending');
    stripe.account.intents.delete(foreign.id);
  });

  it('that name a payment and the charge of another one are about the latter', async () => {
    await payNow();
    const { id: paid, reference } = await loadPayment();
    webinar = await buildWebinar(app, host);
    const { id } = await storeIntent();
    stripe.account.createRefund(new URLSearchParams({ payment_intent: reference ?? '' }));
    const object = { object: 'charge', payment_intent: reference, metadata: { payment_id: id } };
    expect((await send(stripe.event('charge.refunded', object))).statusCode).toBe(200);
    expect(await selectPayment(app.services.db, paid)).toMatchObject({ status: 'refunded' });
    expect(await loadPayment()).toMatchObject({ status: 'pending', reference: null });
  });

  it('that report a failure late change nothing, because the charge itself is looked up', async () => {
    await payNow();
    const intent = intentOf(await loadPayment());
    await send(stripe.event('payment_intent.payment_failed', { ...intent, status: 'requires_payment_method' }));
    expect(await view()).toEqual(paid);
  });

  it('that report a manual refund hide the link', async () => {
    await payNow();
    const { reference } = await loadPayment();
    stripe.account.createRefund(new URLSearchParams({ payment_intent: reference ?? '' }));
    await send(stripe.event('charge.refunded', { object: 'charge', payment_intent: reference, metadata: {} }));
    expect(await view()).toEqual({ link: null, status: 'refunded' });
  });

  it('that report a late success refund the charge when another payment has bought the seat', async () => {
    const lost = await storeIntent();
    await app.services.payments.charge(toCharge(lost));
    await app.services.db.updateTable('payments').set({ status: 'failed' }).where('id', '=', lost.id).execute();
    await payNow();
    await send(stripe.event('payment_intent.succeeded', intentOf(lost) ?? {}));
    await expect
      .poll(() => app.services.db.selectFrom('payments').select('status').where('id', '=', lost.id).executeTakeFirst())
      .toEqual({ status: 'refunded' });
    expect(await view()).toEqual(paid);
  });

  it('are rejected with a wrong signature or none', async () => {
    const event = stripe.event('payment_intent.succeeded', { object: 'payment_intent' }, 'whsec_other');
    for (const headers of [event.headers, { 'content-type': 'application/json' }]) {
      const response = await send({ ...event, headers });
      expect(response.json()).toMatchObject({ status: 400, success: false });
    }
    const right = stripe.event('payment_intent.succeeded', { object: 'payment_intent' });
    expect((await send({ ...right, payload: right.payload.replace('succeeded', 'canceled') })).statusCode).toBe(400);
  });

  it('about anything else are accepted and ignored', async () => {
    for (const event of [
      stripe.event('customer.created', { object: 'customer' }),
      stripe.event('payment_intent.succeeded', { object: 'payment_intent', id: 'pi_x', metadata: { payment_id: 'x' } }),
      stripe.event('payment_intent.succeeded', { object: 'payment_intent', id: 'pi_x', metadata: {} }),
    ])
      expect((await send(event)).statusCode).toBe(200);
  });
});
