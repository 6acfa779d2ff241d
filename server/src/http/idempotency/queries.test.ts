import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { claimKeys, recordCreated } from './queries.ts';

let app: TestApp;
let ana: TestMember;
beforeAll(async () => {
  app = await buildTestApp();
  ana = await buildMember(app);
});
afterAll(() => app.close());

it('Repeats of calls and the calls themselves do not deadlock, whatever their order', async () => {
  const { db } = app.services;
  const calls = ['a', 'b', 'c'].map((key) => ({ userId: ana.id, key, requestHash: Buffer.from('x') }));
  const claims = await claimKeys(db, calls);
  const created = claims.flatMap((claim) => (claim ? [{ claim, createdId: ana.id }] : []));
  const waiting = sql`
    SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  const both = await db.transaction().execute(async (tx) => {
    // The calls and their repeats meet at the key in the middle.
    await tx.selectFrom('idempotency_keys').select('key').where('key', '=', 'b').forUpdate().execute();
    const started = [claimKeys(db, calls), recordCreated(db, created.toReversed())];
    await expect.poll(async () => (await waiting.execute(db)).rows.length).toBe(2);
    return { settled: Promise.allSettled(started) };
  });
  expect(await both.settled).toMatchObject([{ status: 'fulfilled' }, { status: 'fulfilled', value: 3 }]);
});
