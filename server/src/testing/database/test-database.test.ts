import pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from './test-database.ts';

test('Test databases are independent of each other and gone after their drop', async () => {
  const [first, second] = [await createTestDatabase(), await createTestDatabase()];
  const pool = new pg.Pool(first.connection);
  await pool.query('create table notes (text text)');
  await pool.end();
  const other = new pg.Client(second.connection);
  await other.connect();
  expect((await other.query(`select to_regclass('notes') as found`)).rows).toEqual([{ found: null }]);
  await first.drop();
  const { rows } = await other.query('select 1 from pg_database where datname = $1', [first.connection.database]);
  expect(rows).toEqual([]);
  await other.end();
  await second.drop();
});
