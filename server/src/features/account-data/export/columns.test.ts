import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DatabasePool, openDatabase } from '#db/connection/pool.ts';
import { createTestDatabase } from '#testing/database/test-database.ts';
import { exportColumns, putAwayColumns, withheldTables } from './columns.ts';
import { exportParts } from './parts.ts';

const NOBODYS = '01a1fe0b-1345-70de-9139-23416f5fc456';
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

async function listColumns(table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT attname AS name FROM pg_attribute
    WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped`.execute(database.db);
  return rows.map(({ name }) => name);
}

it.each(Object.entries({ ...exportColumns, ...putAwayColumns }))(
  'Every column of %s is declared either as exported or as withheld',
  async (table, { exported, withheld }) => {
    const message =
      `List each column of ${table} once in columns.ts: as exported if it is data of the member, and as ` +
      'withheld if it is a secret or says something about others.';
    expect([...exported, ...withheld].toSorted(), message).toEqual((await listColumns(table)).toSorted());
  },
);

/** Returns the tables that a part reads, from the plan of its statement. */
async function listTablesOf(part: (typeof exportParts)[number]): Promise<string[]> {
  const { rows } = await sql`EXPLAIN (FORMAT JSON) ${part.rows(NOBODYS)}`.execute(database.db);
  return [...JSON.stringify(rows).matchAll(/"Relation Name":"(\w+)"/g)].map(([, name = '']) => name);
}

it('Every table that refers to members is read by the export or declared as withheld', async () => {
  const { rows } = await sql<{ name: string }>`
    SELECT DISTINCT conrelid::regclass::text AS name FROM pg_constraint
    WHERE contype = 'f' AND confrelid = 'users'::regclass`.execute(database.db);
  const read = await Promise.all(exportParts.map(listTablesOf));
  const declared = new Set([...read, ...Object.values(withheldTables)].flat());
  const message = 'Add a part for the table to parts.ts, or the table to `withheldTables` in columns.ts.';
  const missing = rows.map(({ name }) => name).filter((name) => !declared.has(name));
  expect(missing, message).toEqual([]);
});
