/** Orders that go wrong: in two tabs at once, for less than the price, or while the host deletes the account. */
import { paymentMessages } from '@afterhours/contract/constants/payments';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { listWrongCounts } from '#testing/database/recount.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildWebinar, findOnlyPayment, pay } from '#testing/rows/payments.ts';
import { type FakeStripe, startFakeStripe } from '#testing/servers/fake-stripe.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { settlePayment } from './settlement.ts';

let stripe: FakeStripe;
let app: TestApp;
let host: TestMember;
let guest: TestMember;

beforeAll(async () => {
  stripe = await startFakeStripe();
  app = await buildTestApp(stripe.settings);
});
beforeEach(async () => {
  stripe.account.nextStatus.intent = 'succeeded';
  [host, guest] = [await buildMember(app), await buildMember(app)];
});
afterAll(async () => {
  await app.close();
  await stripe.close();
});

const chargedFor = (id: string) => stripe.charges(id).filter(({ latest_charge: charge }) => !charge?.refunded);

it('A seat that is bought in several tabs at once, with different cards, is charged once', async () => {
  const { _id } = await buildWebinar(app, host, { capacity: 1 });
  const responses = await Promise.all(
    ['tok_window1', 'tok_window2', 'tok_window3'].map((token) => pay(app, guest, _id, token)),
  );
  for (const response of responses)
    expect(response.ok ? response.body.status : response.message).toMatch(/^(completed|pending|You already joined)/);
  const { id } = await findOnlyPayment(app, _id);
  expect(chargedFor(id)).toHaveLength(1);
  const seats = await app.services.db.selectFrom('seats').select('state').where('post_id', '=', _id).execute();
  expect(seats).toEqual([{ state: 'paid' }]);
  expect(await pay(app, guest, _id, 'tok_window4')).toMatchObject({
    status: 409,
    message: paymentMessages.alreadyPaid.message,
  });
});

it('A charge that succeeds after the host has deleted the account is refunded', async () => {
  const { _id } = await buildWebinar(app, host);
  stripe.account.nextStatus.intent = 'processing';
  expect(await pay(app, guest, _id, 'tok_late1')).toMatchObject({ body: { status: 'pending' } });
  await app.services.db.deleteFrom('users').where('id', '=', host.id).execute();
  const { id, reference } = await findOnlyPayment(app, _id);
  stripe.account.finish(reference ?? '');
  await settlePayment(app.services, id);
  await expect.poll(async () => (await findOnlyPayment(app, _id)).status).toBe('refunded');
  expect(stripe.charges(id)).toHaveLength(1);
  expect(chargedFor(id)).toEqual([]);
  expect(await listWrongCounts(app.services.db)).toEqual([]);
});

it.each([
  [{ amount: 999 }, 'amount'],
  [{ amount: 0 }, 'amount'],
  [{ amount: 10.5 }, 'amount'],
  [{ productType: 'job' }, 'productType'],
  [{ stripeToken: '4242424242424242' }, 'stripeToken'],
])('An order with %j is rejected because of %s, and nothing is charged', async (fields, field) => {
  const { _id } = await buildWebinar(app, host);
  const intents = stripe.account.intents.size;
  expect(await pay(app, guest, _id, 'tok_bad1', { fields })).toMatchObject({ status: 422, errors: [{ field }] });
  expect(stripe.account.intents.size).toBe(intents);
});
