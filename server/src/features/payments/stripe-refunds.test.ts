import { HOUR_MS } from '@afterhours/contract/base/durations';
import { deletePost, type Post } from '@afterhours/contract/posts/posts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildWebinar, findOnlyPayment, pay } from '#testing/rows/payments.ts';
import { type FakeStripe, startFakeStripe } from '#testing/servers/fake-stripe.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { createIntent, settleOverdue } from './commands.ts';
import { selectPayment, takeWaiting } from './queries.ts';
import { refundPayment, settlePayment, toCharge } from './settlement.ts';

let stripe: FakeStripe;
let app: TestApp;
let host: TestMember;
let guest: TestMember;
let webinar: Post;

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

const payNow = () => pay(app, guest, webinar._id, 'tok_refunded');
const loadPayment = () => findOnlyPayment(app, webinar._id);

describe('A refund at Stripe', () => {
  const remove = () => app.call(deletePost, { token: host.token, params: { id: webinar._id } });
  const refundsOf = async () => {
    const { reference } = await loadPayment();
    return stripe.account.refunds.filter((refund) => refund.payment_intent === reference);
  };

  it('is made once even if its response is lost', async () => {
    await payNow();
    stripe.fail(/POST .*refunds/, 'after', 2);
    await remove();
    const { id } = await loadPayment();
    await expect.poll(async () => (await refundsOf()).length).toBe(1);
    await expect
      .poll(() =>
        refundPayment(app.services, id).then(
          async () => (await loadPayment()).status,
          () => 'not yet',
        ),
      )
      .toBe('refunded');
    expect(await refundsOf()).toHaveLength(1);
  });

  it('is retried after a failure, and polled while it is pending', async () => {
    await payNow();
    stripe.account.nextStatus.refund = 'failed';
    await remove();
    const { id } = await loadPayment();
    await expect.poll(async () => (await refundsOf()).length).toBeGreaterThan(0);
    const failed = (await refundsOf()).length;
    stripe.account.nextStatus.refund = 'pending';
    await expect(refundPayment(app.services, id)).rejects.toThrow(/not done/);
    await expect(refundPayment(app.services, id)).rejects.toThrow(/not done/);
    const refunds = await refundsOf();
    expect(refunds.slice(failed).map((refund) => refund.status)).toEqual(['pending']);
    for (const refund of refunds) if (refund.status === 'pending') refund.status = 'succeeded';
    await refundPayment(app.services, id);
    expect(await loadPayment()).toMatchObject({ status: 'refunded' });
  });

  it('covers the rest after a partial manual refund, and is done when that one is done, too', async () => {
    await payNow();
    const { id, reference } = await loadPayment();
    stripe.account.nextStatus.refund = 'pending';
    stripe.account.createRefund(new URLSearchParams({ payment_intent: reference ?? '', amount: '250' }));
    stripe.account.nextStatus.refund = 'succeeded';
    await remove();
    await expect.poll(async () => (await refundsOf()).map(({ amount }) => amount)).toEqual([250, 750]);
    await expect(refundPayment(app.services, id)).rejects.toThrow(/not done/);
    for (const refund of await refundsOf()) refund.status = 'succeeded';
    await refundPayment(app.services, id);
    expect(await loadPayment()).toMatchObject({ status: 'refunded' });
    expect(await refundsOf()).toHaveLength(2);
  });

  it('that a dispute prevented is made within an hour after the dispute is won', async () => {
    await payNow();
    const { id, reference } = await loadPayment();
    stripe.account.dispute(reference ?? '', 'needs_response');
    await remove();
    await expect(refundPayment(app.services, id)).rejects.toThrow(/charged back/);
    stripe.account.dispute(reference ?? '', 'won');
    vi.setSystemTime(Date.now() + HOUR_MS);
    await refundPayment(app.services, id).finally(() => vi.useRealTimers());
    expect(await loadPayment()).toMatchObject({ status: 'refunded' });
  });

  it('follows a charge whose webinar was deleted during the call to Stripe', async () => {
    const { payment } = await createIntent(app.services, guest.id, {
      stripeToken: 'tok_deleted',
      email: guest.user.email,
      parent_id: webinar._id,
      amount: 1000,
      productType: 'webinar',
    });
    await app.services.payments.charge(toCharge(payment));
    await remove();
    const longAgo = new Date(Date.now() - 90_000_000);
    await app.services.db.updateTable('payments').set({ created_at: longAgo }).where('id', '=', payment.id).execute();
    await settlePayment(app.services, payment.id);
    await expect.poll(async () => (await loadPayment()).status).toBe('refunded');
    expect(await refundsOf()).toHaveLength(1);
  });
});

describe('Waiting payments', () => {
  const change = (ids: string[], set: { refund_requested_at: Date } | { dispute: 'open'; refund_requested_at: null }) =>
    app.services.db.updateTable('payments').set(set).where('id', 'in', ids).execute();
  const orderOne = async (token: string) => {
    const post = await buildWebinar(app, host);
    await pay(app, guest, post._id, token);
    return (await findOnlyPayment(app, post._id)).id;
  };
  const statusOf = async (id: string) => (await selectPayment(app.services.db, id))?.status;

  it('each get their turn: waiting refunds delay neither each other nor pending payments', async () => {
    const ids = [await orderOne('tok_turn1'), await orderOne('tok_turn2'), await orderOne('tok_turn3')];
    stripe.account.nextStatus.intent = 'processing';
    const pending = await orderOne('tok_turn4');
    for (const id of stripe.account.intents.keys()) stripe.account.finish(id);
    await change(ids, { refund_requested_at: new Date(Date.now() - HOUR_MS) });
    const tried: string[] = [];
    const refund = async ({ id }: { id: string }) => {
      tried.push(id);
      return { status: 'pending', detail: 'The balance is too low.' } as const;
    };
    const services = { ...app.services, payments: { ...app.services.payments, refund } };
    await settleOverdue(services, 0, 2);
    expect(await statusOf(pending)).toBe('completed');
    await settleOverdue(services, 0, 2);
    expect(tried).toHaveLength(4);
    expect(new Set(tried)).toEqual(new Set(ids));

    await change(ids, { dispute: 'open', refund_requested_at: null });
    const take = () => takeWaiting(app.services.db, 'dispute', { seconds: 0, limit: 2 });
    const taken = [...(await take()), ...(await take())];
    expect(new Set(taken)).toEqual(new Set(ids));
  });
});
