import { seatMessages } from '@afterhours/contract/webinars/webinars';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { untilNotBusy } from '#testing/calls/at-once.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildSandboxToken, buildWebinar, pay } from '#testing/rows/payments.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { settlePayment } from '../settlement.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const buy = async (buyer: TestMember, postId: string) => pay(app, buyer, postId, await buildSandboxToken(app, buyer));

/** Makes the first outcomes of payments fail to be stored, as on a busy server: they have been charged by then. */
async function failFirstOutcomes(count: number): Promise<void> {
  await app.database.pool.query('CREATE SEQUENCE outcomes');
  await app.database.pool.query(`
    CREATE FUNCTION fail_first() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF nextval('outcomes') <= ${count} THEN RAISE EXCEPTION 'statement timeout' USING ERRCODE = '57014'; END IF;
    RETURN NEW; END $$`);
  await app.database.pool.query(`CREATE TRIGGER failing BEFORE UPDATE ON payments FOR EACH ROW
    WHEN (NEW.status = 'completed') EXECUTE FUNCTION fail_first()`);
}

it('Of 200 members who buy concurrently, 50 get the 50 seats, and nobody else is charged', async () => {
  const webinar = await buildWebinar(app, await buildMember(app), { capacity: 50 });
  const buyers = await Promise.all(Array.from({ length: 200 }, () => buildMember(app)));
  await failFirstOutcomes(3);
  const responses = await Promise.all(buyers.map((buyer) => untilNotBusy(() => buy(buyer, webinar._id))));
  expect(responses.filter(({ ok }) => ok)).toHaveLength(50);
  for (const response of responses.filter(({ ok }) => !ok))
    expect(response).toMatchObject({ status: 409, message: seatMessages.full.message });
  const { db } = app.services;
  const ofWebinar = (table: 'payments' | 'seats') =>
    db.selectFrom(table).selectAll().where('post_id', '=', webinar._id).execute();
  // The job settles charged payments whose outcome could not be stored, and tries again if it still cannot; a repeated
  // order does not charge them again.
  for (const { id } of (await ofWebinar('payments')).filter(({ status }) => status === 'pending'))
    await vi.waitFor(() => settlePayment(app.services, id), { timeout: 30_000 });
  expect((await ofWebinar('payments')).map(({ status }) => status)).toEqual(
    Array.from({ length: 50 }, () => 'completed'),
  );
  expect((await ofWebinar('seats')).map(({ state }) => state)).toEqual(Array.from({ length: 50 }, () => 'paid'));
  const taken = await db.selectFrom('webinars').select('seats_taken').where('post_id', '=', webinar._id).execute();
  expect(taken).toEqual([{ seats_taken: 50 }]);
});
