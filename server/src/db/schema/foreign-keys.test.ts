import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '#testing/database/test-database.ts';
import { type DatabasePool, openDatabase } from '../connection/pool.ts';

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

/*
 * A deletion cascades to the rows that refer to it, or clears their references. Without an index, each deletion scans
 * the whole referring table; a partial index serves only if it excludes nothing but null references.
 */
it('Every foreign key is backed by an index', async () => {
  const { rows } = await sql<{ key: string }>`
    SELECT k.conrelid::regclass || '.' || a.attname AS key
    FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
    WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace AND NOT EXISTS (
      SELECT 1 FROM pg_index i WHERE i.indrelid = k.conrelid AND i.indkey[0] = k.conkey[1] AND i.indisvalid
        AND (i.indpred IS NULL OR pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname))
    ) ORDER BY 1`.execute(database.db);
  expect(rows).toEqual([]);
});
