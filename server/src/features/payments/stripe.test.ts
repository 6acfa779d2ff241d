import { paymentMessages } from '@afterhours/contract/constants/payments';
import { createSandboxToken, getPaymentConfig } from '@afterhours/contract/payments/payments';
import { getPost, type Post } from '@afterhours/contract/posts/posts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createStripePayments } from '#platform/payments/stripe-payments.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildWebinar, findOnlyPayment, pay, WEBINAR_LINK } from '#testing/rows/payments.ts';
import { type FakeStripe, startFakeStripe } from '#testing/servers/fake-stripe.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { createIntent, settleOverdue } from './commands.ts';
import { settlePayment, toCharge } from './settlement.ts';

const INTENTS = /POST .*payment_intents$/;
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
const setAge = (seconds: number, id: string) =>
  app.services.db
    .updateTable('payments')
    .set({ created_at: new Date(Date.now() - seconds * 1_000) })
    .where('id', '=', id)
    .execute();

describe('Paying through Stripe', () => {
  it("charges the server's amount once and opens the link", async () => {
    expect(await payNow()).toMatchObject({ body: { status: 'completed', amount: 1000, currency: 'usd' } });
    expect(stripe.charges((await loadPayment()).id)).toMatchObject([{ amount: 1000, currency: 'usd' }]);
    expect(await view()).toEqual(paid);
  });

  it('returns the publishable key for the form, and has no sandbox', async () => {
    expect(await app.call(getPaymentConfig, { token: guest.token })).toMatchObject({
      body: { provider: 'stripe', publishableKey: 'pk_test_1' },
    });
    const body = { number: '4242424242424242', exp: '12/49', cvc: '123' };
    expect(await app.call(createSandboxToken, { token: guest.token, body })).toMatchObject({ status: 404 });
  });

  it('responds to a decline with the card’s message, after which another card can pay', async () => {
    expect(await payNow('tok_chargeDeclinedExpiredCard')).toMatchObject({
      status: 402,
      message: 'Your card has expired.',
    });
    expect(await payNow()).toMatchObject({ body: { status: 'completed' } });
  });

  it('requires the card again when its token was used before', async () => {
    const token = newToken();
    await payNow(token);
    const other = await buildWebinar(app, host);
    expect(await pay(app, guest, other._id, token)).toMatchObject({
      status: 402,
      message: paymentMessages.token.message,
    });
  });

  it('twenty times concurrently by the same member makes one charge', async () => {
    const before = stripe.account.intents.size;
    const responses = await Promise.all(Array.from({ length: 20 }, () => payNow()));
    for (const response of responses) expect([200, 409]).toContain(response.status);
    expect(stripe.account.intents.size).toBe(before + 1);
    expect(await loadPayment()).toMatchObject({ status: 'completed' });
  });

  it('reports payments as unavailable, not as declined, when Stripe rejects the secret key', async () => {
    stripe.fail(/POST/, 'refuse', 1);
    expect(await payNow()).toMatchObject({ status: 503, message: paymentMessages.unavailable.message });
    expect(await loadPayment()).toMatchObject({ status: 'failed' });
    expect(await view()).toEqual({ link: null, status: 'failed' });
  });
});

describe('A lost response of Stripe', () => {
  it('leaves a charge pending, which is then completed without a second charge', async () => {
    stripe.fail(INTENTS, 'after', 2);
    expect(await payNow()).toMatchObject({ message: paymentMessages.pending.message, body: { status: 'pending' } });
    expect(await view()).toEqual({ link: null, status: 'pending' });
    expect(await payNow()).toMatchObject({ body: { status: 'pending' } });
    const { id } = await loadPayment();
    await settlePayment(app.services, id);
    expect(await view()).toEqual(paid);
    expect(stripe.charges(id)).toHaveLength(1);
  });

  it('leaves it pending when Stripe rejects the secret key at the next attempt', async () => {
    stripe.fail(INTENTS, 'after', 2);
    await payNow();
    const { id } = await loadPayment();
    stripe.fail(/POST/, 'refuse', 1);
    expect(await settlePayment(app.services, id)).toMatchObject({ status: 'pending' });
    await settlePayment(app.services, id);
    expect(await view()).toEqual(paid);
    expect(stripe.charges(id)).toHaveLength(1);
  });

  it('is retried by the library with the same key', async () => {
    stripe.fail(INTENTS, 'after', 1);
    expect(await payNow()).toMatchObject({ body: { status: 'completed' } });
    expect(stripe.charges((await loadPayment()).id)).toHaveLength(1);
  });

  it.each(['before', 'fault'] as const)(
    'due to a failed call (%s) leaves it pending, and charged later',
    async (how) => {
      stripe.fail(INTENTS, how, 2);
      expect(await payNow()).toMatchObject({ body: { status: 'pending' } });
      const { id } = await loadPayment();
      expect(stripe.charges(id)).toHaveLength(0);
      await settlePayment(app.services, id);
      expect(await view()).toEqual(paid);
      expect(stripe.charges(id)).toHaveLength(1);
    },
  );

  it('due to a timeout is reported as pending by the adapter', async () => {
    const { STRIPE_API_BASE: apiBase = '' } = stripe.settings;
    const settings = {
      secretKey: 'sk_test_1',
      publishableKey: 'pk',
      webhookSecret: 'whsec_test',
      connectSecret: null,
      apiBase,
    };
    const hasty = await createStripePayments(settings, 100);
    stripe.fail(INTENTS, 'hang', 2);
    const charge = toCharge(await storeIntent());
    expect(await hasty.charge(charge)).toEqual({ status: 'pending', reference: null });
    expect(await hasty.charge(charge)).toMatchObject({ status: 'succeeded' });
    expect(stripe.charges(charge.id)).toHaveLength(1);
  });
});

describe('A process that died during a payment', () => {
  it('between intent and charge leaves a payment that is charged once', async () => {
    const { id } = await storeIntent();
    await Promise.all([settleOverdue(app.services, 0), settlePayment(app.services, id)]);
    expect(await view()).toEqual(paid);
    expect(stripe.charges(id)).toHaveLength(1);
  });

  it('between charge and settlement leaves a charge that is found', async () => {
    const payment = await storeIntent();
    await app.services.payments.charge(toCharge(payment));
    expect(await view()).toEqual({ link: null, status: 'pending' });
    await settleOverdue(app.services, 0);
    expect(await view()).toEqual(paid);
    expect(stripe.charges(payment.id)).toHaveLength(1);
  });

  it('before a host made charges of another sum for the same payment leaves one that is found', async () => {
    const payment = await storeIntent();
    for (let count = 0; count < 101; count++) {
      const fields = { amount: 1, metadata: { payment_id: payment.id }, status: 'canceled', latest_charge: null };
      stripe.account.intents.set(`pi_other${count}`, { id: `pi_other${count}`, ...fields });
    }
    await app.services.payments.charge(toCharge(payment));
    await setAge(90_000, payment.id);
    await settlePayment(app.services, payment.id);
    expect(await view()).toEqual(paid);
  });

  it('long ago leaves a payment that is looked up and never charged', async () => {
    const charged = await storeIntent();
    await app.services.payments.charge(toCharge(charged));
    await setAge(90_000, charged.id);
    await settlePayment(app.services, charged.id);
    expect(await view()).toEqual(paid);
    webinar = await buildWebinar(app, host);
    const forgotten = await storeIntent();
    await setAge(90_000, forgotten.id);
    await settlePayment(app.services, forgotten.id);
    expect(await loadPayment()).toMatchObject({ status: 'failed', reason: paymentMessages.notCompleted.message });
    expect(stripe.charges(forgotten.id)).toHaveLength(0);
  });
});
