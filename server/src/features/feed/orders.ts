/**
 * The orders of post lists, and the statement for a page. Each order is a row value on an index that ends with the id,
 * so that a page costs the same at any depth. The conditions of `filters.ts` only leave posts out.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { AFTER_ALL_IDS } from '#db/statements/id.ts';
import type { CursorKey, KeyShape, PageStart } from '#db/statements/keyset.ts';
import type { IdRow } from '#features/posts/loaders.ts';

/** `key` is a row's cursor: `[score, id]` or `[id]`, according to `shape`. */
export type Order = {
  name: string;
  shape: KeyShape;
  key: RawBuilder<CursorKey>;
  columns: RawBuilder<unknown>;
  /** SQL for the rows after a key, or all rows without one. */
  after(key: CursorKey | null): RawBuilder<unknown>;
};

const byScore = (name: string, column: string): Order => ({
  name,
  shape: ['score', 'id'],
  key: sql`json_build_array(${sql.ref(column)}, p.id)`,
  columns: sql`${sql.ref(column)} DESC, p.id DESC`,
  after: (key) => (key ? sql`(${sql.ref(column)}, p.id) < (${key[0]}::float8, ${key[1]}::uuid)` : sql`TRUE`),
});

/** The order by an id in a column, newest first. */
export const byId = (name: string, column: string): Order => ({
  name,
  shape: ['id'],
  key: sql`json_build_array(${sql.ref(column)})`,
  columns: sql`${sql.ref(column)} DESC`,
  after: (key) => (key ? sql`${sql.ref(column)} < ${key[0]}::uuid` : sql`TRUE`),
});

export const orders = {
  popular: byScore('popular', 'p.popularity'),
  topRated: byScore('top', 'p.rating_score'),
  latest: byId('latest', 'p.id'),
  /** Newest bookmark first; uses `b`, the viewer's bookmarks. */
  bookmarked: byId('bookmarked', 'b.id'),
} satisfies Record<string, Order>;

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
    SELECT p.id, ${order.key} AS key FROM ${from} WHERE ${where} AND ${order.after(after)}
    ORDER BY ${order.columns} LIMIT ${limit + 1} OFFSET ${offset}`.execute(db);
  return rows;
}
