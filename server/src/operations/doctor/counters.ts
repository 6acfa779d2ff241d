/**
 * Compares every stored count with the rows that it counts, in batches. One statement sees the count and the rows at
 * the same moment, and a count changes in the transaction of its rows. So any difference is an error, however busy the
 * site is.
 */
import type pg from 'pg';
import { counted } from '#texts/counted.ts';
import { type CountedTable, countedTables } from '../counts.ts';
import { type Check, type Finding, fail, ok } from './finding.ts';

const BATCH_SIZE = 1_000;

type Key = Record<string, string>;
type Wrong = { key: Key; columns: string[] };

const keysOf = ({ key }: CountedTable): string[] => key.split(', ');
const isRow = (table: CountedTable): string =>
  keysOf(table)
    .map((name, index) => `t.${name} = $${index + 1}`)
    .join(' AND ');

/** Returns the rows after `last` in key order, each with the columns that are wrong. */
async function recount(
  pool: pg.Pool,
  table: CountedTable,
  last: Key | null,
): Promise<{ rows: Wrong[]; end: Key | null }> {
  const keys = keysOf(table);
  const checks = Object.entries(table.columns).map(
    ([column, truth]) => `CASE WHEN t.${column} <> (${truth}) THEN '${column}' END`,
  );
  const after = last
    ? `WHERE (${keys.map((key) => `t.${key}`).join(', ')}) > (${keys.map((_key, index) => `$${index + 1}`).join(', ')})`
    : '';
  const { rows } = await pool.query<Key & { wrong: string[] }>(
    `SELECT ${keys.map((key) => `t.${key}`).join(', ')}, array_remove(ARRAY[${checks.join(', ')}]::text[],
      NULL) AS wrong
     FROM ${table.table} t ${after} ORDER BY ${keys.map((key) => `t.${key}`).join(', ')} LIMIT ${BATCH_SIZE}`,
    last ? keys.map((key) => last[key]) : [],
  );
  const toKey = (row: Key): Key => Object.fromEntries(keys.map((key) => [key, row[key] ?? '']));
  const end = rows.length === BATCH_SIZE ? rows.at(-1) : undefined;
  return {
    rows: rows.filter(({ wrong }) => wrong.length > 0).map((row) => ({ key: toKey(row), columns: row.wrong })),
    end: end ? toKey(end) : null,
  };
}

/**
 * Corrects the counts of one row. The row is locked first and counted by the next statement, which sees all commits
 * before the lock; a concurrent writer waits for the lock, and then adds to the corrected number.
 */
async function correct(pool: pg.Pool, table: CountedTable, { key, columns }: Wrong): Promise<void> {
  const client = await pool.connect();
  const values = keysOf(table).map((name) => key[name]);
  try {
    await client.query('BEGIN');
    await client.query(`SELECT FROM ${table.table} t WHERE ${isRow(table)} FOR UPDATE`, values);
    const sets = columns.map((column) => `${column} = (${table.columns[column]})`).join(', ');
    await client.query(`UPDATE ${table.table} t SET ${sets} WHERE ${isRow(table)}`, values);
    await client.query('COMMIT');
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}

async function checkTable(pool: pg.Pool, table: CountedTable, repair: boolean): Promise<Map<string, number>> {
  const wrong = new Map<string, number>();
  let last: Key | null = null;
  do {
    const { rows, end }: Awaited<ReturnType<typeof recount>> = await recount(pool, table, last);
    for (const row of rows) {
      for (const column of row.columns) wrong.set(column, (wrong.get(column) ?? 0) + 1);
      if (repair) await correct(pool, table, row);
    }
    last = end;
  } while (last);
  return wrong;
}

function describe({ table }: CountedTable, wrong: Map<string, number>, repair: boolean): Finding[] {
  return [...wrong].map(([column, rows]) =>
    repair
      ? ok(`${table}.${column} was wrong in ${counted(rows, 'row', 'rows')} and has been corrected`)
      : fail(
          `${table}.${column} is wrong in ${counted(rows, 'row', 'rows')}`,
          'Correct it: npm run doctor -- --repair',
        ),
  );
}

export const checkCounters: Check = {
  name: 'Counts',
  async run({ pool, repair }) {
    const findings: Finding[] = [];
    for (const table of countedTables) findings.push(...describe(table, await checkTable(pool, table, repair), repair));
    return findings.length > 0 ? findings : [ok('every count matches its rows')];
  },
};
