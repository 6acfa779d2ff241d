import { taxWithin } from '@afterhours/contract/constants/webinar-tax';
import { listPayments } from '@afterhours/contract/payments/payments';
import { getBillingDetails, getReceipt, setBillingDetails } from '@afterhours/contract/payments/receipts';
import type { Post } from '@afterhours/contract/posts/posts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { paymentParts } from '#features/account-data/export/payment-parts.ts';
import { readPdf } from '#testing/read-pdf.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildSandboxToken, buildWebinar, findOnlyPayment, pay } from '#testing/rows/payments.ts';
import { changeSettings } from '#testing/rows/settings.ts';
import { writeDay } from '#texts/times.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';
import { applyOutcome } from '../outcomes/apply-outcome.ts';
import { isolate, isRightToLeft, toLines } from './text-lines.ts';

const YEAR = new Date().getUTCFullYear();
let app: TestApp;
let host: TestMember;
let guest: TestMember;
let webinar: Post;

beforeAll(async () => {
  app = await buildTestApp();
  host = await buildMember(app, { firstName: 'Hana', lastName: 'Ito' });
});
beforeEach(async () => {
  guest = await buildMember(app, { firstName: 'Gil', lastName: 'Reis' });
  webinar = await buildWebinar(app, host, { startsAt: '2099-03-01T20:00:00Z', price: 1190, currency: 'eur' });
});
afterAll(() => app.close());

const buy = async (member = guest, post = webinar) =>
  pay(app, member, post._id, await buildSandboxToken(app, member), { fields: { amount: 1190 } });
const loadPayment = () => findOnlyPayment(app, webinar._id);
const giveBack = async () => {
  const { id } = await loadPayment();
  await applyOutcome(app.services, id, { status: 'refunded', reference: `pi_sandbox_${id}` });
};
const numbersOf = async () => {
  const { id } = await loadPayment();
  const rows = await app.services.db
    .selectFrom('receipts')
    .select(['number', 'kind'])
    .where('payment_id', '=', id)
    .orderBy('position')
    .execute();
  return rows.map(({ number }) => number);
};
const read = (number: string, member: TestMember | null = guest) =>
  app.call(getReceipt, { token: member?.token ?? null, params: { number } });
const download = (number: string, member: TestMember) =>
  app.http.inject({
    url: `/api/me/receipts/${number}.pdf`,
    headers: { authorization: `Bearer ${member.token}` },
  });
const save = (body: unknown, member = guest) => app.call(setBillingDetails, { token: member.token, body });

describe('A receipt', () => {
  it('is issued with the payment, and keeps the details of that time', async () => {
    const details = { name: 'Reis Lda.', address: 'Rua Um 1\nLisboa', taxId: 'PT 123', taxPercent: null };
    expect(await save(details)).toMatchObject({ body: details });
    await buy();
    const [number = ''] = await numbersOf();
    await save({ name: null, address: null, taxId: null, taxPercent: null });
    expect(await read(number)).toMatchObject({
      body: {
        number,
        kind: 'receipt',
        refersTo: null,
        cancelledBy: null,
        cancelledAt: null,
        sandbox: true,
        seller: { name: 'Afterhours', address: null, taxId: null },
        buyer: { name: 'Reis Lda.', address: 'Rua Um 1\nLisboa', taxId: 'PT 123', email: guest.user.email },
        item: { title: 'Pricing, honestly', host: 'Hana Ito', startsAt: '2099-03-01T20:00:00.000Z' },
        amount: 1190,
        currency: 'eur',
        taxPercent: null,
        tax: 0,
      },
    });
  });

  it('has a credit note with the same contents for its refund', async () => {
    await buy();
    await Promise.all([giveBack(), giveBack()]);
    const numbers = await numbersOf();
    expect(numbers).toHaveLength(2);
    const [receipt, credit] = await Promise.all(numbers.map((number) => read(number)));
    expect(credit).toMatchObject({ body: { kind: 'credit_note', refersTo: numbers[0], amount: 1190 } });
    if (!receipt?.ok || !credit?.ok) throw new Error('not read');
    const { number: _number, kind: _kind, issuedAt, refersTo: _refers, ...content } = credit.body;
    expect(receipt.body).toMatchObject({ ...content, refersTo: null, cancelledBy: numbers[1], cancelledAt: issuedAt });
    const list = await app.call(listPayments, { token: guest.token });
    expect(list).toMatchObject({ body: [{ receipt: numbers[0], creditNote: numbers[1] }] });
  });

  it('is numbered without gaps, even when many pay concurrently and some transactions fail', async () => {
    const members = await Promise.all(Array.from({ length: 8 }, () => buildMember(app)));
    // A sequence counts the attempts, because a rollback does not reset it.
    await app.database.pool.query('CREATE SEQUENCE failing_tries');
    await app.database.pool.query(`
      CREATE OR REPLACE FUNCTION fail_some() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NEW.position % 4 = 0 AND nextval('failing_tries') % 4 <> 0 THEN RAISE EXCEPTION 'disk full'; END IF;
      RETURN NEW; END $$`);
    await app.database.pool.query(`CREATE TRIGGER failing BEFORE INSERT ON receipts
      FOR EACH ROW EXECUTE FUNCTION fail_some()`);
    await Promise.all(members.map((member) => buy(member)));
    await app.database.pool.query('DROP TRIGGER failing ON receipts');
    await app.database.pool.query('DROP SEQUENCE failing_tries');
    const { rows } = await app.database.pool.query<{ position: number }>(
      "SELECT position FROM receipts WHERE issuer = 'community' ORDER BY position",
    );
    expect(rows.map(({ position }) => position)).toEqual(rows.map((_row, index) => index + 1));
    expect(rows.length).toBeGreaterThan(3);
    const { number } = await app.services.db
      .selectFrom('receipts')
      .select('number')
      .orderBy('position')
      .executeTakeFirstOrThrow();
    expect(number).toBe(`R1-${YEAR}-000001`);
  });

  it('cannot be changed', async () => {
    await buy();
    for (const change of ["UPDATE receipts SET kind = 'receipt'", 'DELETE FROM receipts', 'TRUNCATE receipts'])
      await expect(app.database.pool.query(change)).rejects.toThrow(/only added to/);
  });

  it('is in its payer’s export together with the credit note, each with a key of its own', async () => {
    await buy();
    await giveBack();
    const rows = paymentParts.find(({ file }) => file === 'receipts.json')?.rows(guest.id) ?? sql``;
    const { rows: entries } = await sql<{ key: string; entry: { number: string } }>`
      SELECT key, entry FROM (${rows}) part`.execute(app.services.db);
    expect(entries.map(({ entry }) => entry.number).toSorted()).toEqual(await numbersOf());
    expect(new Set(entries.map(({ key }) => key)).size).toBe(2);
  });

  it('is visible only to its payer when the community sells', async () => {
    await buy();
    const [number = ''] = await numbersOf();
    for (const member of [host, await buildMember(app)]) {
      expect(await read(number, member)).toMatchObject({ status: 404 });
      expect((await download(number, member)).statusCode).toBe(404);
    }
    expect(await read(number, null)).toMatchObject({ status: 401 });
    for (const wrong of ['R1-2026-999999', 'x', "R1'--"]) expect(await read(wrong)).toMatchObject({ status: 404 });
  });

  it('shows the community’s details and the tax included in the price', async () => {
    const billing = { billingName: 'Club e.V.', billingAddress: 'Weg 1', billingTaxId: 'DE 1', billingTaxPercent: 19 };
    await changeSettings(app, billing);
    await buy();
    const [number = ''] = await numbersOf();
    expect(await read(number)).toMatchObject({
      body: { seller: { name: 'Club e.V.', address: 'Weg 1', taxId: 'DE 1' }, taxPercent: 19, tax: 190 },
    });
    expect([taxWithin(100, null), taxWithin(100, 0), taxWithin(1, 19), taxWithin(1070, 7)]).toEqual([0, 0, 0, 70]);
  });

  it('can be downloaded as a PDF, with any script and very long words', async () => {
    const name = 'شركة السوق الليلي';
    await save({ name, address: `${'W'.repeat(200)}\nשלום עולם\nVäg 1`, taxId: null, taxPercent: null });
    await buy();
    const [number = ''] = await numbersOf();
    const file = await download(number, guest);
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${number}.pdf"`,
    });
    expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect(file.rawPayload.length).toBeGreaterThan(5_000);
  });

  it('has the same days in all copies of its PDF, whatever the time zone of the member', async () => {
    const zone = 'Pacific/Kiritimati';
    await sql`INSERT INTO notification_settings (user_id, digest_zone)
      VALUES (${guest.id}::uuid, ${zone})`.execute(app.services.db);
    await buy();
    const [number = ''] = await numbersOf();
    const receipt = await read(number);
    const issued = writeDay(new Date(receipt.ok ? receipt.body.issuedAt : 0), null);
    expect(readPdf((await download(number, guest)).rawPayload).join(' ')).toContain(`Issued on ${issued}`);
  });
});

describe('Billing details', () => {
  it('are empty at first, and rejected when they are invalid', async () => {
    const nothing = { name: null, address: null, taxId: null, taxPercent: null };
    expect(await app.call(getBillingDetails, { token: guest.token })).toMatchObject({ body: nothing });
    expect(await app.call(getBillingDetails, {})).toMatchObject({ status: 401 });
    for (const wrong of [
      { taxPercent: 51 },
      { taxPercent: 7.125 },
      { taxId: '<b>' },
      { name: 'x'.repeat(121) },
      { name: 7 },
    ])
      expect(await save({ ...nothing, ...wrong })).toMatchObject({ status: 422 });
    expect(await save({ ...nothing, taxPercent: 8.25 })).toMatchObject({ body: { taxPercent: 8.25 } });
  });
});

describe('Lines of a PDF', () => {
  const measure = (text: string) => text.length;

  it('are broken at words, and within a word that is too long', () => {
    expect(toLines('one two three', 7, measure)).toEqual([['one', ' ', 'two'], ['three']]);
    expect(toLines('abcdefgh', 3, measure)).toEqual([['abc'], ['def'], ['gh']]);
  });

  it('have their words in the order in which they are drawn', () => {
    expect(isRightToLeft('שלום Ana')).toBe(true);
    expect(isRightToLeft('Ana שלום')).toBe(false);
    const [drawn = []] = toLines('שלום עולם Ana Silva', 99, measure);
    expect(drawn).toEqual(['Ana', ' ', 'Silva', ' ', 'עולם', ' ', 'שלום']);
    expect(toLines('Ana שלום עולם', 99, measure)).toEqual([['Ana', ' ', 'עולם', ' ', 'שלום']]);
  });

  it.each([
    ['a word with brackets from right to left', 'שלום (כהן)', [')כהן(', ' ', 'שלום']],
    ['a name with end punctuation', `By ${isolate('דן כהן!')} x`, ['By', ' ', 'כהן!', ' ', 'דן', ' ', 'x']],
    ['a word in brackets from left to right', 'Ana (שלום).', ['Ana', ' ', '(', 'שלום', ').']],
    ['a number among such words', 'דן 123 כהן', ['כהן', ' ', '123', ' ', 'דן']],
    ['a number beside such a word', 'דן-12', ['12', 'דן-']],
    ['punctuation without letters', 'דן ?! כהן', ['כהן', ' ', '!?', ' ', 'דן']],
    // Fonts turn words of this direction as a whole, so brackets are mirrored before.
  ])('have their punctuation where it is read: %s', (_name, text, pieces) => {
    expect(toLines(text, 99, measure)).toEqual([pieces]);
  });
});
