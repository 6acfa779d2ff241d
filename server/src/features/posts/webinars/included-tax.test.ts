import { setBillingDetails } from '@afterhours/contract/payments/receipts';
import { getPost, type Post } from '@afterhours/contract/posts/posts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildWebinar } from '#testing/rows/payments.ts';
import { changeSettings } from '#testing/rows/settings.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
let host: TestMember;
let guest: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  await changeSettings(app, { seller: 'community', billingTaxPercent: 19 });
  [host, guest] = [await buildMember(app), await buildMember(app)];
});
afterAll(() => app.close());

const build = (fields: object = {}) => buildWebinar(app, host, { price: 1_190, ...fields });

/** What another member sees. Every post is asked for once, because posts are cached for some seconds. */
async function includesTax({ _id }: Post) {
  const response = await app.call(getPost, { token: guest.token, params: { id: _id } });
  return response.ok ? response.body.webinar?.includesTax : response.message;
}

it('A price says that it includes a tax if the community has a rate and none is added', async () => {
  const [plain, added, free] = [await build(), await build({ tax: 'added' }), await build({ price: 0 })];
  expect([plain, added, free].map(({ webinar }) => webinar?.includesTax)).toEqual([true, false, false]);
  expect([await includesTax(plain), await includesTax(added), await includesTax(free)]).toEqual([true, false, false]);
  await changeSettings(app, { billingTaxPercent: null });
  const untaxed = await build();
  expect([untaxed.webinar?.includesTax, await includesTax(untaxed)]).toEqual([false, false]);
});

it('Where hosts are the sellers, the host’s own rate decides', async () => {
  const [before, after] = [await build(), await build()];
  await changeSettings(app, { seller: 'host' });
  expect(await includesTax(before)).toBe(false);
  const details = { name: null, address: null, taxId: null, vatId: null, taxPercent: 8.1 };
  expect(await app.call(setBillingDetails, { token: host.token, body: details })).toMatchObject({ ok: true });
  expect(await includesTax(after)).toBe(true);
});
