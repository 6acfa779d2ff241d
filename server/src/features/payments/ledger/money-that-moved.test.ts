/**
 * Orders in which everything fails that can: processes die before and after each call to the provider; events arrive
 * in any order, twice, or not at all; payers confirm, decline, leave and dispute; hosts delete their webinars. After
 * the scheduled job has run, nobody who has paid is without a seat, nothing can be charged later, and the ledger agrees
 * with the provider. The orders are random, but their seeds are fixed.
 */
import { HOUR_MS } from '@afterhours/contract/base/durations';
import { deletePost } from '@afterhours/contract/posts/posts';
import { leaveSeat } from '@afterhours/contract/webinars/webinars';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDoctorChecks } from '#operations/doctor/doctor.ts';
import type { Charge, Payments } from '#platform/payments/payments.ts';
import type { Services } from '#services.ts';
import { listWrongCounts } from '#testing/database/recount.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildWebinar, findOnlyPayment } from '#testing/rows/payments.ts';
import { type FakeStripe, startFakeStripe } from '#testing/servers/fake-stripe.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createPayment, settleOverdue } from '../commands.ts';
import { refundPayment, settlePayment } from '../settlement.ts';

const ORDERS = 48;
let stripe: FakeStripe;
let app: TestApp;
let host: TestMember;
let guests: TestMember[];

beforeAll(async () => {
  stripe = await startFakeStripe();
  app = await buildTestApp(stripe.settings);
  host = await buildMember(app);
  guests = await Promise.all(Array.from({ length: 4 }, () => buildMember(app)));
});
afterAll(async () => {
  await app.close();
  await stripe.close();
});

/** The process dies here: nothing after this error runs. */
class Killed extends Error {}

/** Returns random numbers from 0 to 1, the same for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The services of a process that sometimes dies around a call to the provider. */
function mortal(random: () => number): Services {
  const { payments } = app.services;
  const around = async <T>(call: () => Promise<T>): Promise<T> => {
    const fate = random();
    if (fate < 0.2) throw new Killed('before the call');
    const response = await call();
    if (fate < 0.45) throw new Killed('after the call');
    return response;
  };
  const killable: Payments = {
    ...payments,
    charge: (charge: Charge) => around(() => payments.charge(charge)),
    find: (charge, reference) => around(() => payments.find(charge, reference)),
    cancel: (charge, reference) => around(() => payments.cancel(charge, reference)),
    refund: (charge, reference) => around(() => payments.refund(charge, reference)),
  };
  return { ...app.services, payments: killable };
}

const unlessKilled = (work: Promise<unknown>) => work.then(noted, noted);
function noted(): void {}

const tokens = ['tok_form', 'tok_secure', 'tok_secure', 'tok_slow'];

type Scene = { random: () => number; guest: TestMember; postId: string; services: Services };

const intentsOf = (paymentId: string) =>
  [...stripe.account.intents.values()].filter((intent) => intent.metadata['payment_id'] === paymentId);

async function paymentOf({ postId }: Scene) {
  return findOnlyPayment(app, postId).catch(() => null);
}

/** Events that may happen at any time, in any order. */
const happenings: readonly ((scene: Scene) => Promise<unknown> | undefined)[] = [
  async (scene) => {
    const payment = await paymentOf(scene);
    for (const intent of payment ? intentsOf(payment.id) : [])
      stripe.account.answerChallenge(intent.id, scene.random() < 0.6);
  },
  async (scene) => {
    const payment = await paymentOf(scene);
    for (const intent of payment ? intentsOf(payment.id) : []) stripe.account.finish(intent.id);
  },
  async (scene) => {
    const payment = await paymentOf(scene);
    const intent = payment && intentsOf(payment.id)[0];
    if (!intent) return;
    const type = scene.random() < 0.5 ? 'payment_intent.succeeded' : 'payment_intent.payment_failed';
    const { payload, headers } = stripe.event(type, intent);
    const times = scene.random() < 0.5 ? 1 : 2;
    for (let sent = 0; sent < times; sent++)
      await app.http.inject({ method: 'POST', url: '/api/payment/webhook', payload, headers });
  },
  async (scene) => {
    const payment = await paymentOf(scene);
    if (payment) await unlessKilled(settlePayment(scene.services, payment.id));
  },
  async (scene) => {
    const payment = await paymentOf(scene);
    if (payment) await unlessKilled(refundPayment(scene.services, payment.id));
  },
  ({ guest, postId, random }) =>
    random() < 0.4 ? app.call(leaveSeat, { token: guest.token, params: { id: postId } }) : undefined,
  ({ postId, random }) =>
    random() < 0.2 ? app.call(deletePost, { token: host.token, params: { id: postId } }) : undefined,
  async (scene) => {
    const payment = await paymentOf(scene);
    if (payment?.status !== 'completed' || payment.reference === null || scene.random() > 0.3) return;
    stripe.account.dispute(payment.reference, 'needs_response');
  },
];

async function play(seed: number): Promise<void> {
  const random = createRandom(seed);
  const webinar = await buildWebinar(app, host, { startsAt: '2099-01-01T10:00:00Z', refundPolicy: 'full_until_24h' });
  const guest = guests[seed % guests.length];
  if (!guest) throw new Error('no guest');
  const scene: Scene = { random, guest, postId: webinar._id, services: mortal(random) };
  const kind = tokens[seed % tokens.length] ?? '';
  stripe.account.nextStatus.intent = kind === 'tok_slow' ? 'processing' : 'succeeded';
  const order = {
    stripeToken: `${kind}${seed}`,
    email: guest.user.email,
    parent_id: webinar._id,
    amount: 1000,
    productType: 'webinar' as const,
  };
  await unlessKilled(createPayment(scene.services, guest.id, order));
  stripe.account.nextStatus.intent = 'succeeded';
  for (let step = 0; step < 5; step++) await happenings[Math.floor(random() * happenings.length)]?.(scene);
}

/** Ends disputes, lets time pass, and runs the scheduled job. */
async function comeToRest(): Promise<void> {
  for (const [index, dispute] of stripe.account.disputes.entries()) {
    stripe.account.dispute(dispute.payment_intent, index % 2 === 0 ? 'won' : 'lost');
    const { payload, headers } = stripe.event('charge.dispute.closed', dispute);
    await app.http.inject({ method: 'POST', url: '/api/payment/webhook', payload, headers });
  }
  for (const intent of stripe.account.intents.values()) stripe.account.finish(intent.id);
  await app.services.db
    .updateTable('payments')
    .set({ created_at: new Date(Date.now() - 3 * HOUR_MS) })
    .execute();
  for (let run = 0; run < 3; run++) await settleOverdue(app.services, -60);
}

describe('Money that moved', () => {
  it('has bought a seat or is refunded, whichever processes died and whatever was lost on the way', async () => {
    for (let seed = 1; seed <= ORDERS; seed++) await play(seed);
    await comeToRest();
    const payments = await app.services.db.selectFrom('payments').selectAll().execute();
    const seats = await app.services.db.selectFrom('seats').selectAll().where('state', '=', 'paid').execute();
    const paidSeats = new Set(seats.map(({ payment_id: id }) => id));
    for (const payment of payments) {
      const intents = intentsOf(payment.id);
      const charged = intents.filter(({ status }) => status === 'succeeded');
      const kept = charged.filter(
        ({ id, latest_charge: charge }) => !charge?.refunded && stripe.account.disputeOf(id)?.status !== 'lost',
      );
      expect(intents.length, payment.id).toBeLessThanOrEqual(1);
      expect(payment, payment.id).toMatchObject({
        status: kept.length > 0 ? 'completed' : charged.length > 0 ? 'refunded' : 'failed',
        requires_action: false,
      });
      expect(paidSeats.has(payment.id), payment.id).toBe(kept.length > 0);
      // No intent is left that its payer could still confirm.
      for (const { status } of intents) expect(['succeeded', 'canceled']).toContain(status);
    }
    // Every outcome has occurred at least once.
    const seen = new Set(payments.map(({ status }) => status));
    expect([...seen].toSorted()).toEqual(['completed', 'failed', 'refunded']);
    expect(new Set(payments.map(({ dispute }) => dispute)).size).toBeGreaterThan(1);
    expect(await listWrongCounts(app.services.db)).toEqual([]);
  });

  it('is in the ledger, which the doctor finds consistent here and with the provider', async () => {
    const lines: string[] = [];
    const { db, storage, config } = app.services;
    const installation = { config, db, pool: app.database.pool, storage, repair: false };
    const onFinding = (check: string, { level, text }: { level: string; text: string }) => {
      if (check === 'Ledger') lines.push(`${level} ${text}`);
    };
    await runDoctorChecks(installation, { repair: false, quick: false, onFinding });
    expect(lines).toEqual([
      'ok every entry of the ledger balances',
      'ok the ledger agrees with the payments',
      'ok the ledger agrees with the payouts',
      "ok Stripe, the community's account: the charges of 30 days agree with the payments",
    ]);
  });
});
