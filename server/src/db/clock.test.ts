import { DAY_MS } from '@afterhours/contract/base/durations';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase } from '#testing/database/test-database.ts';
import { followClock } from './clock.ts';
import { type DatabasePool, openDatabase } from './connection/pool.ts';
import { firstIdAt, newId, setIdClock } from './statements/id.ts';

let database: DatabasePool;
let drop: () => Promise<void>;
beforeAll(async () => {
  const test = await createTestDatabase();
  drop = test.drop;
  database = openDatabase(test.connection, () => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  setIdClock(Date.now);
});
afterAll(async () => {
  await database.close();
  await drop();
});

it("An id carries the database's time, however far ahead this machine's clock is or jumps", async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 365 * DAY_MS });
  const stop = await followClock(database.db, () => undefined);
  vi.setSystemTime(Date.now() + DAY_MS);
  const id = newId();
  const { rows } = await sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(database.db);
  stop();
  const now = rows[0]?.now.getTime() ?? 0;
  expect(id > firstIdAt(new Date(now - 5_000))).toBe(true);
  expect(id < firstIdAt(new Date(now + 5_000))).toBe(true);
});
