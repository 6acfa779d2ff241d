/** Inserts a table's rows in large statements, with one array parameter per column instead of one per value. */
import type { Db } from '@afterhours/server/db/connection/pool.ts';
import { CompiledQuery } from 'kysely';

export type Cell = string | number | boolean | Date | null | readonly string[];

export type Bulk = {
  /** Adds a row, with its cells in the order of the columns. Writes the rows once enough are collected. */
  add(...cells: Cell[]): Promise<void>;
  /** Writes the remaining rows. Call it at the end, and before rows are written that refer to these. */
  flush(): Promise<void>;
};

const ROWS_AT_ONCE = 5_000;
const QUOTED = /[\\"]/g;

/** PostgreSQL would read a text[] in an array parameter as a second dimension, so it is sent as an array literal. */
const arrayLiteral = (items: readonly string[]): string =>
  `{${items.map((item) => `"${item.replace(QUOTED, '\\$&')}"`).join(',')}}`;

export type BulkOptions = {
  /** The conflict clause, such as `(slug) DO NOTHING`. */
  onConflict?: string;
  /** The rows that these refer to. They are always written first. */
  after?: Pick<Bulk, 'flush'>;
};

/** Creates a writer for a table. `columns` maps each column to its PostgreSQL type. */
export function createBulk(
  db: Db,
  table: string,
  columns: Record<string, string>,
  { onConflict, after }: BulkOptions = {},
): Bulk {
  const names = Object.keys(columns);
  const types = Object.values(columns);
  const sources = types.map((type, index) => `$${index + 1}::${type.endsWith('[]') ? 'text' : type}[]`);
  const values = types.map((type, index) => (type.endsWith('[]') ? `c${index}::${type}` : `c${index}`));
  const statement = `INSERT INTO ${table} (${names.join(', ')}) SELECT ${values.join(', ')}
    FROM unnest(${sources.join(', ')}) AS input(${types.map((_type, index) => `c${index}`).join(', ')})
    ${onConflict ? `ON CONFLICT ${onConflict}` : ''}`;
  let buffered: Cell[][] = names.map(() => []);
  const flush = async (): Promise<void> => {
    if (buffered[0]?.length === 0) return;
    await after?.flush();
    const cellsByColumn = buffered;
    buffered = names.map(() => []);
    await db.executeQuery(CompiledQuery.raw(statement, cellsByColumn));
  };
  return {
    flush,
    async add(...cells) {
      cells.forEach((cell, index) => buffered[index]?.push(Array.isArray(cell) ? arrayLiteral(cell) : cell));
      if ((buffered[0]?.length ?? 0) >= ROWS_AT_ONCE) await flush();
    },
  };
}
