import { moneyMessages } from '@afterhours/contract/community/community-money';
import { totalOf } from '@afterhours/contract/constants/webinar-tax';
import { earningMessages, getSellerAccount } from '@afterhours/contract/payments/earnings';
import { getPaymentConfig } from '@afterhours/contract/payments/payments';
import { getReceipt, setBillingDetails } from '@afterhours/contract/payments/receipts';
import { type Post, updatePost } from '@afterhours/contract/posts/posts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { publishDue } from '#features/posts/scheduled/publish-due.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildSandboxToken, buildWebinar, findOnlyPayment, pay } from '#testing/rows/payments.ts';
import { publishPost } from '#testing/rows/posts.ts';
import { listScheduled, makeDue, scheduleFor } from '#testing/rows/scheduled.ts';
import { changeSettings } from '#testing/rows/settings.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { applyOutcome } from '../outcomes/apply-outcome.ts';

let app: TestApp;
let host: TestMember;
let guest: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
  await changeSettings(app, { billingTaxPercent: 19, sharePercent: 10, billingVatId: 'DE 123 456 789' });
});
beforeEach(async () => {
  [host, guest] = [await buildMember(app), await buildMember(app)];
});
afterAll(() => app.close());

const build = (more: object = {}) => buildWebinar(app, host, { price: 1_005, currency: 'eur', tax: 'added', ...more });
const order = async ({ _id }: Post, amount: number) =>
  pay(app, guest, _id, await buildSandboxToken(app, guest), { fields: { amount } });
const edit = (post: Post, fields: object) =>
  app.call(updatePost, { token: host.token, body: { _id: post._id, ...fields } });
const receiptsOf = async ({ _id }: Post) => {
  const { id } = await findOnlyPayment(app, _id);
  const rows = await app.services.db
    .selectFrom('receipts')
    .select('number')
    .where('payment_id', '=', id)
    .orderBy('position')
    .execute();
  return Promise.all(
    rows.map(async ({ number }) => {
      return (await succeed(app.call(getReceipt, { token: guest.token, params: { number } }))).body;
    }),
  );
};
const linesOf = async ({ _id }: Post) => {
  const { id } = await findOnlyPayment(app, _id);
  const { rows } = await sql<{ kind: string; account: string; amount: string }>`
    SELECT kind, split_part(account, ':', 1) AS account, amount FROM ledger
    WHERE payment_id = ${id}::uuid ORDER BY id`.execute(app.services.db);
  return rows.map(({ kind, account, amount }) => `${kind} ${account} ${amount}`);
};

describe('A tax added to the price', () => {
  it('is in the total that everyone sees, and only an order of that total is accepted', async () => {
    const webinar = await build();
    expect(webinar.webinar).toMatchObject({ price: 1_005, addedTax: 19, total: 1_196 });
    for (const amount of [1_005, 1_000, 1_195])
      expect(await order(webinar, amount)).toMatchObject({
        status: 422,
        errors: [{ field: 'amount', message: 'Joining this webinar costs €11.96. You have not been charged.' }],
      });
    expect(await order(webinar, 1_196)).toMatchObject({ ok: true, body: { amount: 1_196, currency: 'eur' } });
  });

  it('is no part of the price, unlike a tax that is included, which the payment dialog shows', async () => {
    const taxIn = async ({ _id }: Post) => {
      const response = await app.call(getPaymentConfig, { token: guest.token, query: { postId: _id } });
      return response.ok ? response.body.includedTax : response.message;
    };
    expect([await taxIn(await build({ tax: 'included' })), await taxIn(await build())]).toEqual([19, null]);
  });

  it('is on receipt and credit note as net, tax and total; share, refund and ledger follow the total', async () => {
    const webinar = await build();
    await order(webinar, 1_196);
    const payment = await findOnlyPayment(app, webinar._id);
    expect(payment).toMatchObject({ amount: 1_196, net: 1_005, application_fee: 119 });
    expect(await linesOf(webinar)).toEqual(['payment payer -1196', 'payment host 1077', 'payment community 119']);
    await changeSettings(app, { billingTaxPercent: 7 });
    await applyOutcome(app.services, payment.id, { status: 'refunded', reference: `pi_sandbox_${payment.id}` });
    await changeSettings(app, { billingTaxPercent: 19 });
    const [receipt, credit] = await receiptsOf(webinar);
    for (const one of [receipt, credit])
      expect(one).toMatchObject({ amount: 1_196, taxPercent: 19, tax: 191, seller: { vatId: 'DE123456789' } });
    expect(credit?.kind).toBe('credit_note');
    const back = ['refund payer 1196', 'refund host -1077', 'refund community -119'];
    expect((await linesOf(webinar)).slice(3)).toEqual(back);
    const { rows } = await sql<{ sum: string }>`SELECT sum(amount) FROM ledger`.execute(app.services.db);
    expect(rows).toEqual([{ sum: '0' }]);
  });

  it('is the seller’s rate when the webinar was saved; a new rate applies from the next save on', async () => {
    const webinar = await build();
    await changeSettings(app, { billingTaxPercent: 20 });
    expect(await order(webinar, 1_196)).toMatchObject({ ok: true });
    const offered = (addedTax: number | null, total: number) => ({ body: { webinar: { addedTax, total } } });
    expect(await edit(webinar, { price: 1_000 })).toMatchObject(offered(20, 1_200));
    expect(await edit(webinar, { tax: 'included' })).toMatchObject(offered(null, 1_000));
    await changeSettings(app, { billingTaxPercent: 19 });
    // Members who have already paid keep their receipt.
    expect(await receiptsOf(webinar)).toMatchObject([{ amount: 1_196, taxPercent: 19 }]);
  });

  it('is rejected if the seller has no rate, unlike an included tax', async () => {
    await changeSettings(app, { billingTaxPercent: null });
    const body = { postType: 'webinar', title: 'Pricing', description: 'x', link: 'https://example.com/live' };
    const publish = (tax: unknown) => app.call(publishPost, { token: host.token, body: { ...body, tax } });
    expect(await publish('added')).toMatchObject({
      status: 422,
      errors: [{ field: 'tax', message: earningMessages.noCommunityTax.message }],
    });
    expect(await publish('half')).toMatchObject({ status: 422, errors: [{ field: 'tax' }] });
    for (const tax of ['included', '', null, undefined])
      expect(await publish(tax)).toMatchObject({ body: { webinar: { addedTax: null, total: 1_000 } } });
    await changeSettings(app, { billingTaxPercent: 19 });
    expect(await app.call(getSellerAccount, { token: host.token })).toMatchObject({ body: { taxPercent: 19 } });
  });

  it('needs no rate while the webinar is free', async () => {
    await changeSettings(app, { billingTaxPercent: null });
    const body = { postType: 'webinar', title: 'Pricing', description: 'x', link: 'https://example.com/live' };
    const free = await app.call(publishPost, { token: host.token, body: { ...body, price: 0, tax: 'added' } });
    expect(free).toMatchObject({ ok: true, body: { webinar: { addedTax: null, total: 0 } } });
    const webinar = (free as { body: Post }).body;
    expect(await edit(webinar, { tax: 'added' })).toMatchObject({ ok: true });
    expect(await edit(webinar, { price: 1_000, tax: 'added' })).toMatchObject({ errors: [{ field: 'tax' }] });
    await changeSettings(app, { billingTaxPercent: 19 });
  });

  it('is added when a scheduled webinar is published, at the rate of that time', async () => {
    const fields = { postType: 'webinar', title: 'Pricing', link: 'https://example.com/live', tax: 'added' };
    expect(await scheduleFor(app, host, fields)).toMatchObject({ ok: true });
    expect(await listScheduled(app, host)).toMatchObject([{ webinar: { addedTax: 19 } }]);
    await makeDue(app, host);
    await publishDue(app.services, (_doing, run) => run());
    const { rows } = await sql`SELECT added_tax FROM webinars w JOIN posts p ON p.id = w.post_id
      WHERE p.user_id = ${host.id}::uuid`.execute(app.services.db);
    expect(rows).toEqual([{ added_tax: '19.00' }]);
  });

  it('stays when only the text of a webinar on sale is edited, whatever the rate is by then', async () => {
    const webinar = await build();
    for (const billingTaxPercent of [20, null]) {
      await changeSettings(app, { billingTaxPercent });
      expect(await edit(webinar, { description: `An evening, ${billingTaxPercent ?? 'none'}` })).toMatchObject({
        body: { webinar: { addedTax: 19, total: 1_196 } },
      });
    }
    expect(await edit(webinar, { price: 2_000 })).toMatchObject({ status: 422, errors: [{ field: 'tax' }] });
    await changeSettings(app, { billingTaxPercent: 19 });
  });

  it('prevents a scheduled webinar from being published for less when its seller no longer has a rate', async () => {
    const fields = { postType: 'webinar', title: 'Pricing', link: 'https://example.com/live', tax: 'added' };
    await scheduleFor(app, host, fields);
    await changeSettings(app, { billingTaxPercent: null });
    await makeDue(app, host);
    await publishDue(app.services, (_doing, run) => run());
    expect(await listScheduled(app, host)).toMatchObject([{ problem: earningMessages.noCommunityTax.message }]);
    await changeSettings(app, { billingTaxPercent: 19 });
  });

  it('is the host’s when hosts are the sellers', async () => {
    await changeSettings(app, { seller: 'host' });
    const body = { postType: 'webinar', title: 'Pricing', description: 'x', link: 'https://example.com/live' };
    const publish = (price = 0) => app.call(publishPost, { token: host.token, body: { ...body, price, tax: 'added' } });
    expect(await publish(1_000)).toMatchObject({ errors: [{ field: 'tax', message: earningMessages.noTax.message }] });
    const details = { name: null, address: null, taxId: null, taxPercent: 8.1, vatId: 'atu 12345678' };
    expect(await app.call(setBillingDetails, { token: host.token, body: details })).toMatchObject({
      body: { vatId: 'ATU12345678', taxPercent: 8.1 },
    });
    expect(await publish()).toMatchObject({ body: { webinar: { addedTax: 8.1, total: 0 } } });
    await changeSettings(app, { seller: 'community' });
  });
});

it('A VAT ID is checked by its country, and kept when a client does not send one', async () => {
  const save = (more: object) => {
    const body = { name: 'Reis', address: null, taxId: null, taxPercent: null, ...more };
    return app.call(setBillingDetails, { token: guest.token, body });
  };
  for (const vatId of ['DE12345678', 'GB123456789', '123456789', 'x'.repeat(100), 5])
    expect(await save({ vatId }), String(vatId)).toMatchObject({
      status: 422,
      errors: [{ field: 'vatId', message: moneyMessages.vatId.message }],
    });
  expect(await save({ vatId: 'pt 123456789' })).toMatchObject({ body: { vatId: 'PT123456789' } });
  expect(await save({})).toMatchObject({ body: { vatId: 'PT123456789' } });
  const webinar = await build();
  await order(webinar, 1_196);
  expect(await receiptsOf(webinar)).toMatchObject([{ buyer: { name: 'Reis', vatId: 'PT123456789' } }]);
  expect(await save({ vatId: null })).toMatchObject({ body: { vatId: null } });
});

it.each([
  [1_000, 19, 1_190],
  [50, 5.5, 53],
  [1_005, 19, 1_196],
  [1, 50, 2],
  [1_000, 0, 1_000],
  [333, 8.1, 360],
  [5_000_000, 25, 6_250_000],
])('The total of %d with %d percent of tax is %d', (price, addedTax, total) => {
  expect(totalOf({ price, addedTax })).toBe(total);
  expect(totalOf({ price, addedTax: null })).toBe(price);
});
