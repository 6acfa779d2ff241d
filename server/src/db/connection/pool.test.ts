import { once } from 'node:events';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '#testing/database/test-database.ts';
import { type DatabasePool, openDatabase } from './pool.ts';

let test: Awaited<ReturnType<typeof createTestDatabase>>;
let database: DatabasePool;

beforeAll(async () => {
  test = await createTestDatabase();
  database = openDatabase(test.connection, () => undefined);
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

it('A connection that breaks in the middle of a transaction fails only that transaction', async () => {
  const opened = once(database.pool, 'connect') as Promise<[pg.PoolClient]>;
  const transaction = database.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tx);
    const [client] = await opened;
    // `once` from node:events would reject on the client's error.
    const ended = new Promise((resolve) => client.once('end', resolve));
    const other = openDatabase(test.connection, () => undefined);
    await sql`SELECT pg_terminate_backend(${rows[0]?.pid})`.execute(other.db);
    await Promise.all([ended, other.close()]);
    await sql`SELECT 1`.execute(tx);
  });
  await expect(transaction).rejects.toThrow(/not queryable|terminat/);
  expect((await sql<{ one: number }>`SELECT 1 AS one`.execute(database.db)).rows).toEqual([{ one: 1 }]);
});
