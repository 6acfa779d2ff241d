/**
 * A server that is killed in each phase of a payment: before the provider is called, after it has charged, while the
 * bank asks the payer, before the webhook, and around a refund. After a restart, every charge is completed or refunded,
 * and the ledger's sum is 0.
 */
import { HOUR_MS } from '@afterhours/contract/base/durations';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listWrongCounts } from '#testing/database/recount.ts';
import { createServerOf, type ServerOfApp } from '#testing/processes/killable-server.ts';
import { callServer, sendToServer } from '#testing/processes/server-calls.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { type FakeStripe, startFakeStripe } from '#testing/servers/fake-stripe.ts';
import { buildTestApp, type TestApp, withoutJobs } from '#testing/test-app.ts';

let stripe: FakeStripe;
let app: TestApp;
let server: ServerOfApp;
let host: TestMember;
let tokenCount = 0;

beforeAll(async () => {
  stripe = await startFakeStripe();
  app = await buildTestApp({ ...withoutJobs, ...stripe.settings });
  server = await createServerOf(app, stripe.settings);
  await server.start();
});
afterAll(async () => {
  await server.close();
  await stripe.close();
});

async function publish(): Promise<string> {
  const fields = { postType: 'webinar', title: 'Glazes', description: 'An hour', link: 'https://example.com/live' };
  const startsAt = new Date(Date.now() + 90 * HOUR_MS).toISOString();
  return (await sendToServer(server, 'POST', '/post/create', { ...fields, startsAt }, host.token))._id;
}

/** Orders a seat in a webinar. There may never be a response. */
async function order(webinar: string, kind = 'tok_form'): Promise<unknown> {
  const { token, user } = await buildMember(app);
  const body = {
    stripeToken: `${kind}${++tokenCount}`,
    email: user.email,
    parent_id: webinar,
    amount: 1000,
    productType: 'webinar',
  };
  return callServer(server, 'POST', '/payment/create', body, { token }).catch(() => null);
}

async function kill(rest: Promise<unknown>[]): Promise<void> {
  await server.kill();
  await Promise.all(rest);
}

const only = <T>(found: readonly T[]): T => {
  const [one] = found;
  if (one === undefined || found.length > 1) throw new Error(`${found.length} instead of one`);
  return one;
};
const intents = () => [...stripe.account.intents.values()];

it('A killed server completes or refunds every charge, and its ledger balances', async () => {
  host = await buildMember(app);
  const [unsent, charged, challenged, slow, first, second] = [
    await publish(),
    await publish(),
    await publish(),
    await publish(),
    await publish(),
    await publish(),
  ];
  // Killed after the intent is stored: the provider has not received the card yet.
  const received = stripe.hold(/POST .*payment_methods/, 'stall');
  const lost = order(unsent);
  await received;
  await kill([lost]);
  await server.start();
  expect(intents()).toEqual([]);
  // Killed while the bank asks the payer, before a late success is reported, and after a charge whose response is lost.
  expect(await order(challenged, 'tok_secure')).toMatchObject({ response: { body: { status: 'pending' } } });
  stripe.account.nextStatus.intent = 'processing';
  expect(await order(slow)).toMatchObject({ response: { body: { status: 'pending' } } });
  stripe.account.nextStatus.intent = 'succeeded';
  for (const webinar of [first, second])
    expect(await order(webinar)).toMatchObject({ response: { body: { status: 'completed' } } });
  const taken = stripe.hold(/POST .*payment_intents$/, 'hang');
  const unanswered = order(charged);
  await taken;
  await kill([unanswered]);
  await server.start();
  stripe.account.answerChallenge(only(intents().filter(({ status }) => status === 'requires_action')).id, true);
  stripe.account.finish(only(intents().filter(({ status }) => status === 'processing')).id);
  // Killed during the refunds of cancelled webinars: one is made but its response is lost, the other is not made.
  const refunding = [stripe.hold(/POST .*refunds/, 'hang'), stripe.hold(/POST .*refunds/, 'stall')];
  for (const webinar of [first, second])
    await sendToServer(server, 'POST', `/webinars/${webinar}/cancel`, {}, host.token);
  await Promise.all(refunding);
  await kill([]);
  await server.replace();

  const { db } = app.services;
  await sql`UPDATE payments SET created_at = now() - interval '5 minutes',
    refund_requested_at = refund_requested_at - interval '5 minutes'`.execute(db);
  const open = async () => {
    await sql`INSERT INTO jobs.job (name, data) VALUES ('payments.overdue', '{}')`.execute(db);
    const { rows } = await sql<{ n: number }>`SELECT count(*)::integer AS n FROM payments
      WHERE status = 'pending' OR (status = 'completed' AND refund_requested_at IS NOT NULL)`.execute(db);
    return rows[0]?.n;
  };
  await expect.poll(open, { timeout: 60_000, interval: 1_000 }).toBe(0);
  const payments = await db.selectFrom('payments').select(['id', 'post_id', 'status']).execute();
  const ended = Object.fromEntries(payments.map(({ post_id, status }) => [post_id, status]));
  expect(ended).toEqual({
    ...Object.fromEntries([unsent, charged, challenged, slow].map((webinar) => [webinar, 'completed'])),
    ...Object.fromEntries([first, second].map((webinar) => [webinar, 'refunded'])),
  });
  for (const { id, status } of payments) {
    const charge = only(stripe.charges(id));
    expect(charge.latest_charge?.refunded, id).toBe(status === 'refunded');
  }
  expect(stripe.account.refunds.map(({ amount }) => amount)).toEqual([1000, 1000]);
  const { rows: sums } = await sql`SELECT sum(amount)::integer AS rest,
    sum(amount) FILTER (WHERE account = 'payer')::integer AS payers FROM ledger`.execute(db);
  expect(sums).toEqual([{ rest: 0, payers: -4000 }]);
  expect(await listWrongCounts(db)).toEqual([]);
});
