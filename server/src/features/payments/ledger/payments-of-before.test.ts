import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { up as addLedger } from '#db/migrations/0161-ledger.ts';
import { listWrongCounts } from '#testing/database/recount.ts';
import { buildMember } from '#testing/rows/members.ts';
import { buildSandboxToken, buildWebinar, pay } from '#testing/rows/payments.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { applyOutcome } from '../outcomes/apply-outcome.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

it('Payments and refunds from before the ledger existed are entered, and nothing else', async () => {
  const host = await buildMember(app);
  const buy = async (card?: string) => {
    const guest = await buildMember(app);
    const webinar = await buildWebinar(app, host);
    await pay(app, guest, webinar._id, await buildSandboxToken(app, guest, card));
  };
  await buy();
  await buy();
  await buy('4000 0000 0000 7775');
  await buy('4000 0000 0000 0002');
  const { db } = app.services;
  const { id } = await db.selectFrom('payments').select('id').orderBy('id').executeTakeFirstOrThrow();
  await applyOutcome(app.services, id, { status: 'refunded', reference: `pi_sandbox_${id}` });
  const lines = () =>
    db
      .selectFrom('ledger')
      .select(['kind', 'account', 'amount', 'payment_id'])
      .orderBy(['payment_id', 'kind', 'account'])
      .execute();
  const before = await lines();
  expect(before).toHaveLength(6);
  await db.transaction().execute(async (tx) => {
    await sql`DROP TRIGGER payments_entered ON payments`.execute(tx);
    await sql`DROP TABLE ledger, ledger_totals`.execute(tx);
    await sql`DROP FUNCTION enter_settled, check_ledger_entry, add_ledger_totals, enter_payment, enter_return,
      seller_account`.execute(tx);
    // Receipts still use this function, so it is renamed back instead of dropped.
    await sql`ALTER FUNCTION keep_as_written RENAME TO keep_receipts`.execute(tx);
    await addLedger(tx as unknown as Kysely<unknown>);
  });
  expect(await lines()).toEqual(before);
  expect(await listWrongCounts(db)).toEqual([]);
});
