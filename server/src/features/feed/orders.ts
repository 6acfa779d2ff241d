/**
 * The orders of post lists, and the statement for a page. Each order is a row value on an index that ends with the id,
 * so that a page costs the same at any depth. The conditions of `filters.ts` only leave posts out.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { AFTER_ALL_IDS } from '#db/statements/id.ts';
import type { CursorKey, KeyShape, PageStart } from '#db/statements/keyset.ts';
import type { IdRow } from '#features/posts/loaders.ts';

/**
 * `key` is a row's cursor, with parts according to `shape`. `descending` is for ORDER BY, and `isAfter` the condition
 * for the rows after a key.
 */
export type Order = {
  name: string;
  shape: KeyShape;
  key: RawBuilder<CursorKey>;
  descending: RawBuilder<unknown>;
  isAfter(key: CursorKey): RawBuilder<unknown>;
};

/** The order by these columns, highest first. */
export function orderBy(name: string, shape: KeyShape, columnNames: readonly string[]): Order {
  const columns = columnNames.map((column) => sql.ref(column));
  return {
    name,
    shape,
    key: sql`json_build_array(${sql.join(columns)})`,
    descending: sql.join(columns.map((column) => sql`${column} DESC`)),
    isAfter: (key) => sql`(${sql.join(columns)}) < (${sql.join(key)})`,
  };
}

export const orders = {
  popular: orderBy('popular', ['score', 'id'], ['p.popularity', 'p.id']),
  topRated: orderBy('top', ['score', 'id'], ['p.rating_score', 'p.id']),
  latest: orderBy('latest', ['id'], ['p.id']),
  /** Newest bookmark first; uses `b`, the viewer's bookmarks. */
  bookmarked: orderBy('bookmarked', ['id'], ['b.id']),
};

/** Returns the id before which a page of a list by id begins. */
export const startId = ({ after }: PageStart): string => String(after?.[0] ?? AFTER_ALL_IDS);

/** Returns one page, and one row more, of the posts `p` in `from` that meet the conditions `where`; both are SQL. */
export async function selectPage(
  db: Db,
  order: Order,
  { from = sql`posts p`, where }: { from?: RawBuilder<unknown>; where: RawBuilder<unknown> },
  { after, limit, offset }: PageStart,
): Promise<IdRow[]> {
  const { rows } = await sql<IdRow>`
    SELECT p.id, ${order.key} AS key FROM ${from} WHERE ${where} AND ${after ? order.isAfter(after) : sql`TRUE`}
    ORDER BY ${order.descending} LIMIT ${limit + 1} OFFSET ${offset}`.execute(db);
  return rows;
}
