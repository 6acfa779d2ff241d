import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '#testing/database/test-database.ts';
import { nameStatement } from './named-statements.ts';
import { openPool, type WatchedPool } from './pool.ts';

const NAP = 'SELECT pg_backend_pid() AS pid, pg_sleep(0.02) IS NULL AS slept';
const DIVIDE = 'SELECT 600 / $1::integer AS quotient, pg_backend_pid() AS pid';
const WAIT = 'SELECT pg_backend_pid() AS pid, pg_sleep($1)::text AS slept';
const LOCKED = 'SELECT pg_advisory_xact_lock_shared($1)::text AS locked';
for (const [name, text] of Object.entries({ nap: NAP, divide: DIVIDE, wait: WAIT, locked: LOCKED }))
  nameStatement(text, { name: `shared-${name}`, pipelined: false });

let test: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: WatchedPool;
beforeEach(async () => {
  test = await createTestDatabase();
  pool = openPool(test.connection, () => undefined);
});
afterEach(async () => {
  if (!pool.ended) await pool.end();
  await test.drop();
});

const readMany = (count: number, text: string, valuesOf: (index: number) => unknown[] = () => []) =>
  Promise.all(Array.from({ length: count }, (_, index) => pool.read(text, valuesOf(index))));
const pidsOf = (results: { rows: { pid?: number }[] }[]) => new Set(results.map(({ rows }) => rows[0]?.pid));

describe('Prepared reads', () => {
  it('use three connections for a hundred concurrent reads, and leave the others to transactions', async () => {
    const reads = readMany(100, NAP);
    const others = await Promise.all(Array.from({ length: 7 }, () => pool.connect()));
    expect(pidsOf(await reads).size).toBe(3);
    for (const client of others) client.release();
    expect(pool.totalCount - pool.idleCount).toBe(0);
  });

  it('each get their own result, in whatever order they finish', async () => {
    const divisors = Array.from({ length: 60 }, (_, index) => index + 1);
    const results = await readMany(60, DIVIDE, (index) => [divisors[index]]);
    expect(results.map(({ rows }) => (rows[0] as { quotient: number }).quotient)).toEqual(
      divisors.map((divisor) => Math.trunc(600 / divisor)),
    );
  });

  it('do not fail, or lose their connection, when others on it fail', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 30 }, (_, index) => pool.read(DIVIDE, [index % 3 === 0 ? 0 : 1])),
    );
    const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(failed).toHaveLength(10);
    for (const { reason } of failed) expect(reason).toMatchObject({ code: '22012' });
    expect(pool.totalCount).toBe(3);
    expect((await pool.read(DIVIDE, [1])).rows).toMatchObject([{ quotient: 600 }]);
  });

  it('fail together when their connection breaks; later reads get another connection', async () => {
    const long = Promise.allSettled([1, 2, 3, 4, 5, 6].map(() => pool.read(WAIT, [30])));
    const admin = await pool.connect();
    const fromThem = 'FROM pg_stat_activity WHERE datname = current_database() AND query = $1';
    await expect.poll(async () => (await admin.query(`SELECT 1 ${fromThem}`, [WAIT])).rows.length).toBe(3);
    await admin.query(`SELECT pg_terminate_backend(pid) ${fromThem}`, [WAIT]);
    admin.release();
    for (const outcome of await long) expect(outcome.status).toBe('rejected');
    expect(pidsOf(await readMany(9, NAP)).size).toBe(3);
  });

  it('do not wait behind reads that are blocked by a lock', async () => {
    const admin = await pool.connect();
    await admin.query('SELECT pg_advisory_lock(1)');
    const waiting = Promise.all([1, 2, 3].map(() => pool.read(LOCKED, [1])));
    let responded = false;
    const readAndCheck = () => {
      void pool.read(DIVIDE, [1]).then(() => {
        responded = true;
      });
      return responded;
    };
    await expect.poll(readAndCheck).toBe(true);
    await admin.query('SELECT pg_advisory_unlock(1)');
    admin.release();
    expect(await waiting).toHaveLength(3);
  });

  it('use the existing connection while the pool cannot open another', async () => {
    const others = await Promise.all(Array.from({ length: 9 }, () => pool.connect()));
    const pids = pidsOf(await readMany(40, NAP));
    expect(pids.size).toBe(1);
    for (const client of others) client.release();
  });

  it('are rejected at once while the database is known to be away', async () => {
    pool.away = true;
    await expect(pool.read(NAP, [])).rejects.toMatchObject({ code: '08006' });
    pool.away = false;
    expect((await pool.read(NAP, [])).rows).toHaveLength(1);
  });
});

it('A read that is not prepared gets its own connection', async () => {
  const results = await readMany(8, 'SELECT pg_backend_pid() AS pid, pg_sleep(0.02)::text AS slept');
  expect(pidsOf(results).size).toBe(8);
});
