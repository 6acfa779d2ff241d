import type { Post } from '@afterhours/contract/posts/posts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#db/statements/id.ts';
import { runDoctorChecks } from '#operations/doctor/doctor.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildSandboxToken, buildWebinar, findOnlyPayment, pay } from '#testing/rows/payments.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';
import { applyOutcome } from '../outcomes/apply-outcome.ts';

let app: TestApp;
let host: TestMember;
let guest: TestMember;
let webinar: Post;

beforeAll(async () => {
  app = await buildTestApp();
  [host, guest] = [await buildMember(app), await buildMember(app)];
});
beforeEach(async () => {
  webinar = await buildWebinar(app, host);
});
afterAll(() => app.close());

const statement = (text: string, values: unknown[] = []) => app.database.pool.query(text, values);
const linesOf = async (paymentId: string) =>
  app.services.db
    .selectFrom('ledger')
    .select(['kind', 'account', 'amount', 'currency'])
    .where('payment_id', '=', paymentId)
    .orderBy('id')
    .execute();
const buy = async () => {
  await pay(app, guest, webinar._id, await buildSandboxToken(app, guest));
  return findOnlyPayment(app, webinar._id);
};
const book = (amounts: readonly number[]) =>
  app.services.db.transaction().execute(async (tx) => {
    const entry = newId();
    for (const amount of amounts)
      await tx
        .insertInto('ledger')
        .values({ entry, kind: 'payout', account: 'transfers', amount, currency: 'eur', provider: 'sandbox' })
        .execute();
    return entry;
  });

describe('The ledger', () => {
  it('has balanced entries for a payment and its refund', async () => {
    const { id } = await buy();
    const seller = `host:${host.id}`;
    const paid = [
      { kind: 'payment', account: 'payer', amount: -1000, currency: 'usd' },
      { kind: 'payment', account: seller, amount: 1000, currency: 'usd' },
    ];
    expect(await linesOf(id)).toEqual(paid);
    const back = { status: 'refunded', reference: `pi_sandbox_${id}` } as const;
    await Promise.all([applyOutcome(app.services, id, back), applyOutcome(app.services, id, back)]);
    expect(await linesOf(id)).toEqual([
      ...paid,
      { kind: 'refund', account: 'payer', amount: 1000, currency: 'usd' },
      { kind: 'refund', account: seller, amount: -1000, currency: 'usd' },
    ]);
  });

  it('has both entries when a charge turns out to be refunded already', async () => {
    await pay(app, guest, webinar._id, await buildSandboxToken(app, guest, '4000 0000 0000 7775'));
    const { id } = await findOnlyPayment(app, webinar._id);
    await applyOutcome(app.services, id, { status: 'refunded', reference: `pi_sandbox_${id}` });
    expect((await linesOf(id)).map(({ kind }) => kind)).toEqual(['payment', 'payment', 'refund', 'refund']);
  });

  it('has no entry for a failed payment', async () => {
    await pay(app, guest, webinar._id, await buildSandboxToken(app, guest, '4000 0000 0000 0002'));
    expect(await linesOf((await findOnlyPayment(app, webinar._id)).id)).toEqual([]);
  });

  it('enters the community’s share, and its refund', async () => {
    await pay(app, guest, webinar._id, await buildSandboxToken(app, guest, '4000 0000 0000 7775'));
    const { id } = await findOnlyPayment(app, webinar._id);
    await statement('UPDATE payments SET application_fee = 150 WHERE id = $1', [id]);
    for (const status of ['succeeded', 'refunded'] as const)
      await applyOutcome(app.services, id, { status, reference: `pi_sandbox_${id}` });
    expect((await linesOf(id)).map(({ account, amount }) => [account.split(':')[0], amount])).toEqual([
      ['payer', -1000],
      ['host', 850],
      ['community', 150],
      ['payer', 1000],
      ['host', -850],
      ['community', -150],
    ]);
  });

  it('rejects entries that do not balance, and every change', async () => {
    await buy();
    await expect(book([500, -499])).rejects.toThrow(/does not balance/);
    await book([500, -500]);
    for (const change of ['UPDATE ledger SET amount = 1', 'DELETE FROM ledger', 'TRUNCATE ledger CASCADE'])
      await expect(statement(change)).rejects.toThrow(/only added to/);
  });

  it('is compared with the payments and the payouts by the doctor', async () => {
    const { id } = await buy();
    const unpaid = await book([500, -500]);
    await statement('ALTER TABLE payments DISABLE TRIGGER payments_entered');
    await statement("UPDATE payments SET status = 'refunded' WHERE id = $1", [id]);
    await statement('ALTER TABLE payments ENABLE TRIGGER payments_entered');
    const lines: string[] = [];
    const { db, storage, config } = app.services;
    await runDoctorChecks(
      { config, db, pool: app.database.pool, storage, repair: false },
      { repair: false, quick: false, onFinding: (check, { text }) => void (check === 'Ledger' && lines.push(text)) },
    );
    expect(lines).toEqual([
      'every entry of the ledger balances',
      `1 payment differs from the ledger: ${id}`,
      expect.stringMatching(new RegExp(`payouts? differs? from the ledger: .*${unpaid}`)),
    ]);
  });
});
