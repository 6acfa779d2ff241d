import { paymentMessages } from '@afterhours/contract/constants/payments';
import { listNotifications } from '@afterhours/contract/notifications/notifications';
import { createSandboxToken, getPayment, getPaymentConfig } from '@afterhours/contract/payments/payments';
import { deletePost, getPost, type Post } from '@afterhours/contract/posts/posts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSandboxPayments } from '#platform/payments/sandbox-payments.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildSandboxToken, buildWebinar, pay, WEBINAR_LINK } from '#testing/rows/payments.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { english } from '#texts/english.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { createIntent, settleOverdue } from './commands.ts';
import { settlePayment } from './settlement.ts';

const NOBODYS = '01a1fe0b-1345-70de-9139-23416f5fc456';
let app: TestApp;
let host: TestMember;
let guest: TestMember;
let webinar: Post;

beforeAll(async () => {
  app = await buildTestApp();
  host = await buildMember(app);
});
beforeEach(async () => {
  guest = await buildMember(app, { firstName: 'Gil', lastName: 'Reis' });
  webinar = await buildWebinar(app, host);
});
afterAll(() => app.close());

const token = (number?: string) => buildSandboxToken(app, guest, number);
const seen = async (member: TestMember | null, id = webinar._id) => {
  return (await succeed(app.call(getPost, { token: member?.token ?? null, params: { id } }))).body;
};
const paymentsOf = (postId = webinar._id) =>
  app.services.db.selectFrom('payments').selectAll().where('post_id', '=', postId).orderBy('id').execute();

describe('Paying for a webinar', () => {
  it('shows the link to the payer, and to nobody else', async () => {
    expect(await seen(guest)).toMatchObject({ link: null, payment: null });
    const paid = await pay(app, guest, webinar._id, await token());
    expect(paid).toMatchObject({
      message: paymentMessages.completed.message,
      body: { status: 'completed', amount: 1000, currency: 'usd' },
    });
    const id = paid.ok ? paid.body._id : '';
    expect(await seen(guest)).toMatchObject({ link: WEBINAR_LINK, payment: { _id: id, status: 'completed' } });
    expect(await seen(host)).toMatchObject({ link: WEBINAR_LINK, payment: null });
    expect(await seen(await buildMember(app))).toMatchObject({ link: null, payment: null });
    expect(await seen(null)).toMatchObject({ link: null, payment: null });
    expect(await app.call(getPayment, { token: guest.token, params: { id } })).toMatchObject({
      body: { status: 'completed', parent_id: webinar._id, reason: null },
    });
    expect(await app.call(getPayment, { token: host.token, params: { id } })).toMatchObject({ ok: false, status: 404 });
  });

  it('notifies the host, unless the switch is off', async () => {
    await pay(app, guest, webinar._id, await token());
    const notified = await app.call(listNotifications, { token: host.token });
    const newest = notified.ok ? notified.body.notifications[0] : undefined;
    expect(newest).toMatchObject({ type: 'event', content: 'Gil Reis joined your webinar', parent_id: webinar._id });
    const quiet = await buildMember(app);
    await app.services.db.updateTable('users').set({ notify_event: false }).where('id', '=', quiet.id).execute();
    await pay(app, guest, (await buildWebinar(app, quiet))._id, await token());
    expect(await app.call(listNotifications, { token: quiet.token })).toMatchObject({ total: 0 });
  });

  it.each([
    ['4000 0000 0000 0002', 'Your card was declined.'],
    ['4000 0000 0000 9995', 'Your card has insufficient funds.'],
    ['4000 0000 0000 0069', 'Your card has expired.'],
  ])('with card %s fails with a 402: %s', async (number, message) => {
    expect(await pay(app, guest, webinar._id, await token(number))).toMatchObject({ ok: false, status: 402, message });
    expect(await seen(guest)).toMatchObject({ link: null, payment: { status: 'failed' } });
    expect(await pay(app, guest, webinar._id, await token())).toMatchObject({ body: { status: 'completed' } });
    expect(await seen(guest)).toMatchObject({ link: WEBINAR_LINK, payment: { status: 'completed' } });
  });

  it('stays pending while the provider does not know the outcome, and is settled later', async () => {
    const pending = await pay(app, guest, webinar._id, await token('4000 0000 0000 7775'));
    expect(pending).toMatchObject({ message: paymentMessages.pending.message, body: { status: 'pending' } });
    expect(await seen(guest)).toMatchObject({ link: null, payment: { status: 'pending' } });
    const again = await pay(app, guest, webinar._id, await token());
    expect(again).toMatchObject({ body: pending.ok ? pending.body : {} });
    const later = { ...app.services, payments: createSandboxPayments(() => Date.now() + 60_000) };
    await settleOverdue(later, 0);
    expect(await seen(guest)).toMatchObject({ link: WEBINAR_LINK, payment: { status: 'completed' } });
    expect(await paymentsOf()).toHaveLength(1);
  });

  it('twenty times concurrently by the same member results in one payment', async () => {
    const tokens = await Promise.all(Array.from({ length: 20 }, () => token()));
    const responses = await Promise.all(tokens.map((stripeToken) => pay(app, guest, webinar._id, stripeToken)));
    for (const response of responses) expect([200, 409]).toContain(response.status);
    expect((await paymentsOf()).map((row) => row.status)).toEqual(['completed']);
  });

  it('with the same Idempotency-Key returns the first response again', async () => {
    const stripeToken = await token();
    const first = await pay(app, guest, webinar._id, stripeToken, { key: 'one' });
    const second = await pay(app, guest, webinar._id, stripeToken, { key: 'one' });
    expect(second).toMatchObject({ body: first.ok ? first.body : {} });
    // The token identifies the order even without the key.
    expect(await pay(app, guest, webinar._id, stripeToken)).toMatchObject({ body: first.ok ? first.body : {} });
  });
});

describe('A rejected payment', () => {
  it.each([
    ['another amount', { amount: 1 }, english(paymentMessages.amount, { price: '$10.00' })],
    ['an amount as text', { amount: '1000' }, paymentMessages.wholeAmount.message],
    ['another product', { productType: 'job' }, paymentMessages.productType.message],
    ['no token', { stripeToken: '4242424242424242' }, paymentMessages.token.message],
    ['no email', { email: '' }, 'Email is required.'],
  ])('for %s gets a 422 and charges nothing', async (_name, fields, message) => {
    expect(await pay(app, guest, webinar._id, await token(), { fields })).toMatchObject({ status: 422, message });
    expect(await paymentsOf()).toEqual([]);
  });

  it("is one for a post that is not a webinar, does not exist, is the member's own, or is already paid", async () => {
    const note = await buildPost(app, host);
    expect(await pay(app, guest, note._id, await token())).toMatchObject({
      status: 422,
      errors: [{ field: 'parent_id', message: paymentMessages.notWebinar.message }],
    });
    expect(await pay(app, guest, NOBODYS, await token())).toMatchObject({ status: 404 });
    expect(await pay(app, host, webinar._id, await token())).toMatchObject({
      status: 403,
      message: paymentMessages.own.message,
    });
    expect(await pay(app, guest, webinar._id, await token())).toMatchObject({ status: 200 });
    expect(await pay(app, guest, webinar._id, await token())).toMatchObject({
      status: 409,
      message: paymentMessages.alreadyPaid.message,
    });
    expect(await paymentsOf()).toHaveLength(1);
  });
});

describe('A deleted webinar', () => {
  const remove = (id = webinar._id) => app.call(deletePost, { token: host.token, params: { id } });

  it('has its payments refunded', async () => {
    await pay(app, guest, webinar._id, await token());
    expect(await remove()).toMatchObject({ ok: true });
    await expect.poll(async () => (await paymentsOf())[0]?.status).toBe('refunded');
    const [row] = await paymentsOf();
    expect(await app.call(getPayment, { token: guest.token, params: { id: row?.id ?? '' } })).toMatchObject({
      message: paymentMessages.refunded.message,
      body: { status: 'refunded' },
    });
  });

  it('has a pending payment refunded after it has succeeded', async () => {
    await pay(app, guest, webinar._id, await token('4000 0000 0000 7775'));
    await remove();
    const later = { ...app.services, payments: createSandboxPayments(() => Date.now() + 60_000) };
    const [row] = await paymentsOf();
    await settlePayment(later, row?.id ?? '');
    await expect.poll(async () => (await paymentsOf())[0]?.status).toBe('refunded');
    expect(await app.call(listNotifications, { token: host.token })).not.toMatchObject({
      body: { notifications: [{ parent_id: webinar._id }] },
    });
  });

  it('leaves nobody charged without a refund while many pay concurrently', async () => {
    const guests = await Promise.all(Array.from({ length: 8 }, () => buildMember(app)));
    const tokens = await Promise.all(guests.map((one) => buildSandboxToken(app, one)));
    const paying = guests.map((one, index) => pay(app, one, webinar._id, tokens[index] ?? ''));
    const responses = await Promise.all([...paying, remove()]);
    for (const response of responses) expect([200, 404]).toContain(response.status);
    await settleOverdue(app.services, 0);
    for (const row of await paymentsOf()) expect(row.status).toBe('refunded');
  });

  it('has its payments refunded when it is deleted by cascade with its author', async () => {
    const leaving = await buildMember(app);
    const post = await buildWebinar(app, leaving);
    await pay(app, guest, post._id, await token());
    await app.services.db.deleteFrom('users').where('id', '=', leaving.id).execute();
    await settleOverdue(app.services, 0);
    expect(await paymentsOf(post._id)).toMatchObject([{ status: 'refunded', user_id: guest.id }]);
  });
});

describe('The payment sandbox', () => {
  it('identifies itself as a sandbox, and accepts only test cards', async () => {
    expect(await app.call(getPaymentConfig, { token: guest.token })).toMatchObject({
      body: { provider: 'sandbox', publishableKey: null },
    });
    const send = (body: unknown) => app.call(createSandboxToken, { token: guest.token, body });
    expect(await send({ number: '4111 1111 1111 1111', exp: '12/49', cvc: '123' })).toMatchObject({
      status: 422,
      errors: [{ field: 'number', message: paymentMessages.sandboxOnly.message }],
    });
    expect(await send({ number: '4242424242424242', exp: '01/20', cvc: '1' })).toMatchObject({
      errors: [
        { field: 'exp', message: paymentMessages.expiry.message },
        { field: 'cvc', message: paymentMessages.cvc.message },
      ],
    });
  });

  it('stores no card number', async () => {
    await pay(app, guest, webinar._id, await token());
    expect(JSON.stringify(await paymentsOf())).not.toContain('4242424242424242');
  });

  it('settles an intent whose process died before the charge', async () => {
    const { payment } = await createIntent(app.services, guest.id, {
      stripeToken: await token(),
      email: guest.user.email,
      parent_id: webinar._id,
      amount: 1000,
      productType: 'webinar',
    });
    expect(payment.status).toBe('pending');
    await settleOverdue(app.services, 0);
    expect(await seen(guest)).toMatchObject({ payment: { _id: payment.id, status: 'completed' } });
  });

  it('has no webhook', async () => {
    const response = await app.http.inject({ method: 'POST', url: '/api/payment/webhook', payload: { type: 'x' } });
    expect(response.statusCode).toBe(400);
  });
});
