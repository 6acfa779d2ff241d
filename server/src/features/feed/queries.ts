/** Queries for pages of post ids, each id with the key of the next page. */
import { type RawBuilder, sql } from 'kysely';
import { postVisible } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import type { CursorKey, PageStart } from '#db/statements/keyset.ts';
import { anyValue, prepare } from '#db/statements/prepared.ts';
import {
  type Filters,
  isOnlyBy,
  isUnfiltered,
  networkOf,
  noFilters,
  type Order,
  orders,
  pageConditions,
} from './orders.ts';

export type IdRow = { id: string; key: CursorKey };

/** The posts of a list: its filters, and who looks at it. */
export type List = { filters: Filters; viewerId: string | null };

const pageSql = (order: Order, { filters, viewerId }: List, after: CursorKey | null, rows: RawBuilder<unknown>) =>
  sql<IdRow>`
    SELECT p.id, ${order.key} AS key FROM posts p WHERE ${pageConditions(order, filters, viewerId, after)}
    ORDER BY ${order.columns} ${rows}`;

type Arguments = { viewerId: string; userId: string; score: number; id: string; limit: number };
const prepared = new Map<string, (db: Db, args: Arguments) => Promise<IdRow[]>>();

/** The statement of a list without a filter, or of one member's posts, prepared once for each of its few forms. */
function preparedPage(order: Order, { filters, viewerId }: List, after: CursorKey | null) {
  const form = [order.name, viewerId && 'member', filters.userId && 'author', after && 'after']
    .filter(Boolean)
    .join('-');
  const known = prepared.get(form);
  if (known) return known;
  const made = prepare<Arguments, IdRow>(`page-${form}`, (args) => {
    const key = order.shape.map((part) => (part === 'id' ? args.id : args.score));
    return pageSql(
      order,
      { filters: { ...noFilters, userId: filters.userId && args.userId }, viewerId: viewerId && args.viewerId },
      after && key,
      sql`LIMIT ${anyValue(sql`${args.limit}::integer`)}`,
    );
  });
  prepared.set(form, made);
  return made;
}

/** Returns one page, and one row more, in an order, as a viewer sees it. */
export async function selectPostIds(db: Db, order: Order, list: List, start: PageStart): Promise<IdRow[]> {
  const { filters, viewerId } = list;
  const { after, limit, offset } = start;
  if (offset === 0 && (isUnfiltered(filters) || isOnlyBy(filters))) {
    const [score = 0, id = after?.[0]] = order.shape.length === 2 && after ? after : [];
    const key = { score: Number(score), id: String(id ?? '') };
    const args = { viewerId: viewerId ?? '', userId: filters.userId ?? '', ...key, limit: limit + 1 };
    return preparedPage(order, list, after)(db, args);
  }
  const { rows } = await pageSql(order, list, after, sql`LIMIT ${limit + 1} OFFSET ${offset}`).execute(db);
  return rows;
}

/** Returns the posts a member has bookmarked, newest bookmark first; of their network only, when `network` is true. */
export async function selectBookmarkedPostIds(
  db: Db,
  viewerId: string,
  list: { filters: Filters; network: boolean },
  start: PageStart,
): Promise<IdRow[]> {
  const order = orders.bookmarked;
  const network = list.network ? sql`p.user_id IN (${networkOf(viewerId)})` : sql`TRUE`;
  const { rows } = await sql<IdRow>`
    SELECT p.id, ${order.key} AS key FROM bookmarks b JOIN posts p ON p.id = b.post_id
    WHERE b.user_id = ${viewerId}::uuid AND ${network}
      AND ${pageConditions(order, list.filters, viewerId, start.after)}
    ORDER BY ${order.columns} LIMIT ${start.limit + 1} OFFSET ${start.offset}`.execute(db);
  return rows;
}

const MOST_ENGAGED_OF_AN_HOUR = 50;

/**
 * Returns the most engaged posts of the past 24 hours. It takes the best of each hour from the index, so it costs the
 * same however many posts a day has. Of more than fifty posts of one hour with the same score, the newer ones win.
 */
export async function selectMostEngagedPostIds(db: Db, viewerId: string | null, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH past AS (SELECT now() - interval '24 hours' AS since)
    SELECT best.id FROM past CROSS JOIN LATERAL generate_series(
      floor(extract(epoch FROM past.since) / 3600)::integer, floor(extract(epoch FROM now()) / 3600)::integer
    ) AS hour
    CROSS JOIN LATERAL (
      SELECT p.id, p.likes_count + 2 * p.comments_count + p.ratings_count AS engagement FROM posts p
      WHERE p.created_hour = hour AND p.created_at >= past.since AND ${postVisible(viewerId)}
      ORDER BY p.heat DESC, p.id DESC LIMIT ${MOST_ENGAGED_OF_AN_HOUR}
    ) best
    ORDER BY best.engagement DESC, best.id DESC LIMIT ${limit}`.execute(db);
  return rows.map((row) => row.id);
}

/** Counts the posts of others after an id, up to `limit`, in the whole feed or in the viewer's network. */
export async function selectNewPostsCount(
  db: Db,
  viewerId: string,
  list: { filters: Filters; network: boolean; since: string },
  limit: number,
): Promise<number> {
  const fresh = sql`p.id > ${list.since}::uuid AND p.user_id <> ${viewerId}::uuid
    AND ${pageConditions(orders.latest, list.filters, viewerId, null)}`;
  const found = list.network
    ? sql`(SELECT DISTINCT id FROM (${networkOf(viewerId)}) network) author
        CROSS JOIN LATERAL (SELECT 1 FROM posts p WHERE p.user_id = author.id AND ${fresh} LIMIT ${limit}) newer`
    : sql`posts p WHERE ${fresh}`;
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM (SELECT 1 FROM ${found} LIMIT ${limit}) counted`.execute(db);
  return rows[0]?.count ?? 0;
}
