/** Writes rows of one table in large statements: each has a few array parameters, whatever the number of rows. */

import type { Db } from '@afterhours/server/db/connection/pool.ts';
import { CompiledQuery } from 'kysely';

export type Cell = string | number | boolean | Date | null | readonly string[];

export type Bulk = {
  /** Takes a row, its cells in the order of the columns; writes when enough are collected. */
  add(...cells: Cell[]): Promise<void>;
  /** Writes the rest. Has to be called at the end, and before rows that refer to these. */
  flush(): Promise<void>;
};

const ROWS_AT_ONCE = 5_000;
const QUOTED = /[\\"]/g;

/** A text[] inside an array parameter would be taken for a second dimension, so it is sent as its literal. */
const arrayLiteral = (items: readonly string[]): string =>
  `{${items.map((item) => `"${item.replace(QUOTED, '\\$&')}"`).join(',')}}`;

export type BulkOptions = {
  /** Such as `(slug) DO NOTHING`. */
  onConflict?: string;
  /** Rows that these refer to; they are always written first. */
  after?: Pick<Bulk, 'flush'>;
};

/** `columns` maps a column to its PostgreSQL type. */
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
    FROM unnest(${sources.join(', ')}) AS made(${types.map((_type, index) => `c${index}`).join(', ')})
    ${onConflict ? `ON CONFLICT ${onConflict}` : ''}`;
  let held: Cell[][] = names.map(() => []);
  const flush = async (): Promise<void> => {
    if (held[0]?.length === 0) return;
    await after?.flush();
    const written = held;
    held = names.map(() => []);
    await db.executeQuery(CompiledQuery.raw(statement, written));
  };
  return {
    flush,
    async add(...cells) {
      cells.forEach((cell, index) => held[index]?.push(Array.isArray(cell) ? arrayLiteral(cell) : cell));
      if ((held[0]?.length ?? 0) >= ROWS_AT_ONCE) await flush();
    },
  };
}
