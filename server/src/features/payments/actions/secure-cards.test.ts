import { MINUTE_MS } from '@afterhours/contract/base/durations';
import { paymentMessages } from '@afterhours/contract/constants/payments';
import { cancelPayment, createPayment, resumePayment } from '@afterhours/contract/payments/payments';
import { getPost, type Post } from '@afterhours/contract/posts/posts';
import { leaveSeat } from '@afterhours/contract/webinars/webinars';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildWebinar, findOnlyPayment, pay, WEBINAR_LINK } from '#testing/rows/payments.ts';
import { type FakeStripe, startFakeStripe } from '#testing/servers/fake-stripe.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';
import { settlePayment } from '../settlement.ts';

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
  guest = await buildMember(app);
  webinar = await buildWebinar(app, host, { capacity: 1, startsAt: '2099-01-01T10:00:00Z' });
});
afterAll(async () => {
  await app.close();
  await stripe.close();
});

const loadPayment = () => findOnlyPayment(app, webinar._id);
const intentOf = async () => {
  const { id } = await loadPayment();
  const found = [...stripe.account.intents.values()].find((one) => one.metadata['payment_id'] === id);
  if (!found) throw new Error('no intent');
  return found;
};
const view = async () => {
  const response = await app.call(getPost, { token: guest.token, params: { id: webinar._id } });
  return response.ok ? { link: response.body.link, status: response.body.payment?.status } : null;
};
const secure = () => pay(app, guest, webinar._id, `tok_secure${++tokenCount}`);
const params = async () => ({ id: (await loadPayment()).id });
const resume = async (member = guest) => app.call(resumePayment, { token: member.token, params: await params() });
const cancel = async (member = guest) => app.call(cancelPayment, { token: member.token, params: await params() });
const setAge = async (minutes: number) =>
  app.services.db
    .updateTable('payments')
    .set({ created_at: new Date(Date.now() - minutes * MINUTE_MS) })
    .where('post_id', '=', webinar._id)
    .execute();

describe('A payment whose card requires 3-D Secure', () => {
  it('is pending, and returns the secret to confirm it, which is not stored', async () => {
    const response = await secure();
    const intent = await intentOf();
    expect(response).toMatchObject({
      message: paymentMessages.confirm.message,
      body: {
        status: 'pending',
        action: { clientSecret: intent['client_secret'], publishableKey: 'pk_test_1', account: null },
      },
    });
    expect(await view()).toEqual({ link: null, status: 'pending' });
    expect(JSON.stringify(await loadPayment())).not.toContain(intent['client_secret']);
    expect(await secure()).toMatchObject({ body: { action: { clientSecret: intent['client_secret'] } } });
    expect(stripe.charges((await loadPayment()).id)).toHaveLength(0);
  });

  it('returns its action to the payer even if Stripe stops responding afterwards', async () => {
    stripe.fail(/GET .*payment_intents/, 'before', 2);
    const clientSecret = expect.stringContaining('_secret_');
    expect(await secure()).toMatchObject({ body: { status: 'pending', action: { clientSecret } } });
    expect(await resume()).toMatchObject({ body: { status: 'pending', action: null } });
  });

  it('is charged once when the bank confirms it, and the link is shown', async () => {
    await secure();
    stripe.account.answerChallenge((await intentOf()).id, true);
    expect(await resume()).toMatchObject({ body: { status: 'completed', action: null } });
    expect(await resume()).toMatchObject({ body: { status: 'completed', action: null } });
    expect(await view()).toEqual({ link: WEBINAR_LINK, status: 'completed' });
    expect(stripe.charges((await loadPayment()).id)).toHaveLength(1);
  });

  it('is not charged when it is declined, cannot be confirmed later, and another card can pay', async () => {
    await secure();
    const intent = await intentOf();
    stripe.account.answerChallenge(intent.id, false);
    expect(await resume()).toMatchObject({
      message: paymentMessages.notConfirmed.message,
      body: { status: 'failed', action: null },
    });
    expect(intent.status).toBe('canceled');
    expect(await pay(app, guest, webinar._id, `tok_form${++tokenCount}`)).toMatchObject({
      body: { status: 'completed' },
    });
  });

  it('can be cancelled in favour of another card while it waits', async () => {
    await secure();
    expect(await cancel()).toMatchObject({ body: { status: 'failed' } });
    expect((await intentOf()).status).toBe('canceled');
    expect(await cancel()).toMatchObject({ body: { status: 'failed' } });
    expect(await pay(app, guest, webinar._id, `tok_form${++tokenCount}`)).toMatchObject({
      body: { status: 'completed' },
    });
  });

  it('stays paid when it was confirmed a moment before it is cancelled', async () => {
    await secure();
    stripe.account.answerChallenge((await intentOf()).id, true);
    expect(await cancel()).toMatchObject({ body: { status: 'completed' } });
    expect(await cancel()).toMatchObject({ status: 409, message: paymentMessages.notCancellable.message });
  });

  it('is cancelled when nobody has confirmed it while the seat was held', async () => {
    await secure();
    await setAge(9);
    expect(await settlePayment(app.services, (await loadPayment()).id)).toMatchObject({ status: 'pending' });
    await setAge(10);
    expect(await settlePayment(app.services, (await loadPayment()).id)).toMatchObject({ status: 'failed' });
    expect((await intentOf()).status).toBe('canceled');
  });

  it('is cancelled at once when its payer gives up the seat', async () => {
    await secure();
    await app.call(leaveSeat, { token: guest.token, params: { id: webinar._id } });
    expect(await settlePayment(app.services, (await loadPayment()).id)).toMatchObject({ status: 'failed' });
    expect((await intentOf()).status).toBe('canceled');
  });

  it('stays pending while Stripe does not respond', async () => {
    await secure();
    stripe.fail(/payment_intents/, 'before', 2);
    expect(await resume()).toMatchObject({ body: { status: 'pending', action: null } });
    stripe.fail(/cancel/, 'before', 2);
    expect(await cancel()).toMatchObject({ status: 409 });
    expect(await resume()).toMatchObject({
      body: { status: 'pending', action: { clientSecret: expect.stringContaining('_secret_') } },
    });
  });

  it('can be seen, confirmed and cancelled by nobody else', async () => {
    await secure();
    const other = await buildMember(app);
    for (const response of [await resume(other), await cancel(other)]) expect(response).toMatchObject({ status: 404 });
    expect(await resume(host)).toMatchObject({ status: 404 });
    const signedOut = { token: null, params: await params() };
    expect(await app.call(resumePayment, signedOut)).toMatchObject({ status: 401 });
  });

  it('has one intent after ten concurrent orders', async () => {
    const before = stripe.account.intents.size;
    const responses = await Promise.all(Array.from({ length: 10 }, secure));
    for (const response of responses) expect([200, 409]).toContain(response.status);
    expect(stripe.account.intents.size).toBe(before + 1);
  });

  it('is rejected when the order is invalid', async () => {
    expect(await app.call(createPayment, { token: guest.token, body: { stripeToken: 7 } })).toMatchObject({
      status: 422,
    });
  });
});
