/** Queries for pages of post ids, each id with the key of the next page. */
import { sql } from 'kysely';
import { postVisible } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import type { CursorKey, PageStart } from '#db/statements/keyset.ts';
import { anyValue, prepare } from '#db/statements/prepared.ts';
import { type Filters, isOnlyBy, isUnfiltered, networkOf, type Order, orders, pageConditions } from './orders.ts';

export type IdRow = { id: string; key: CursorKey };

type PageArguments = { viewerId: string; limit: number };

/** The newest posts for a member, by far the most requested page of the list Latest. */
const selectLatestIds = prepare<PageArguments, IdRow>(
  'latest-ids',
  ({ viewerId, limit }) => sql<IdRow>`
    SELECT p.id, ${orders.latest.key} AS key FROM posts p WHERE ${postVisible(viewerId)}
    ORDER BY p.id DESC LIMIT ${limit}::integer`,
);

/** The newest posts after one of them, for a viewer without blocks and reports who scrolls on. */
const selectIdsBefore = prepare<{ before: string; limit: number }, IdRow>(
  'latest-ids-before',
  ({ before, limit }) => sql<IdRow>`
    SELECT p.id, ${orders.latest.key} AS key FROM posts p WHERE p.id < ${anyValue(sql`${before}::uuid`)}
    ORDER BY p.id DESC LIMIT ${anyValue(sql`${limit}::integer`)}`,
);

/** The newest posts of one member, for a viewer without blocks and reports. */
const selectAuthorIds = prepare<{ userId: string; limit: number }, IdRow>(
  'author-ids',
  ({ userId, limit }) => sql<IdRow>`
    SELECT p.id, ${orders.latest.key} AS key FROM posts p WHERE p.user_id = ${userId}::uuid
    ORDER BY p.id DESC LIMIT ${limit}::integer`,
);

/** Returns one page, and one row more, in an order, as a viewer sees it. */
export async function selectPostIds(
  db: Db,
  order: Order,
  list: { filters: Filters; viewerId: string | null },
  start: PageStart,
): Promise<IdRow[]> {
  const first = start.after === null && start.offset === 0;
  if (first && order === orders.latest && list.viewerId !== null && isUnfiltered(list.filters))
    return selectLatestIds(db, { viewerId: list.viewerId, limit: start.limit + 1 });
  if (order === orders.latest && list.viewerId === null && start.after !== null && isUnfiltered(list.filters))
    return selectIdsBefore(db, { before: String(start.after[0]), limit: start.limit + 1 });
  const { userId } = list.filters;
  if (first && order === orders.latest && list.viewerId === null && userId && isOnlyBy(list.filters))
    return selectAuthorIds(db, { userId, limit: start.limit + 1 });
  const { rows } = await sql<IdRow>`
    SELECT p.id, ${order.key} AS key FROM posts p
    WHERE ${pageConditions(order, list.filters, list.viewerId, start.after)}
    ORDER BY ${order.columns} LIMIT ${start.limit + 1} OFFSET ${start.offset}`.execute(db);
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
    ? sql`(${networkOf(viewerId)}) author
        CROSS JOIN LATERAL (SELECT 1 FROM posts p WHERE p.user_id = author.id AND ${fresh} LIMIT ${limit}) newer`
    : sql`posts p WHERE ${fresh}`;
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM (SELECT 1 FROM ${found} LIMIT ${limit}) counted`.execute(db);
  return rows[0]?.count ?? 0;
}
