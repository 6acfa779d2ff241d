/** Queries for pages of post ids, each id with the key of the next page. */
import { sql } from 'kysely';
import { mutesInFeeds } from '#access/mutes.ts';
import { postListed } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import { AFTER_ALL_IDS } from '#db/statements/id.ts';
import type { CursorKey, PageStart } from '#db/statements/keyset.ts';
import { anyValue, prepare, prepareForViewer } from '#db/statements/prepared.ts';
import type { Viewer } from '#db/statements/viewers.ts';
import {
  type Filters,
  isUnfiltered,
  listedWith,
  networkMemberIds,
  noFilters,
  type Order,
  openOnly,
  orders,
  visibleWith,
} from './orders.ts';

export type IdRow = { id: string; key: CursorKey };

type Latest = { before: string; limit: number; authorId: string };

const latestSql = ({ before, limit }: Latest, filters: Filters, viewer: Viewer) => sql<IdRow>`
  SELECT p.id, ${orders.latest.key} AS key FROM posts p
  WHERE p.id < ${anyValue(sql`${before}::uuid`)} AND ${listedWith(filters, viewer)}
  ORDER BY p.id DESC LIMIT ${anyValue(sql`${limit}::integer`)}`;

/** The two hottest lists are prepared: the newest posts of all, and those of one member. */
const selectLatest = prepareForViewer<Latest, IdRow>('latest', (page, viewerId) =>
  latestSql(page, noFilters, viewerId),
);
const selectLatestBy = prepareForViewer<Latest, IdRow>('latest-by-author', (page, viewerId) =>
  latestSql(page, { ...noFilters, userId: page.authorId }, viewerId),
);

/** Returns one page, and one row more, in an order, as a viewer sees it. */
export async function selectPostIds(
  db: Db,
  viewer: Viewer,
  { order, filters }: { order: Order; filters: Filters },
  { after, limit, offset }: PageStart,
): Promise<IdRow[]> {
  if (order === orders.latest && offset === 0 && isUnfiltered({ ...filters, userId: null })) {
    const page = { before: String(after?.[0] ?? AFTER_ALL_IDS), limit: limit + 1, authorId: filters.userId ?? '' };
    return filters.userId === null ? selectLatest(db, viewer, page) : selectLatestBy(db, viewer, page);
  }
  const { rows } = await sql<IdRow>`
    SELECT p.id, ${order.key} AS key FROM posts p
    WHERE ${listedWith(filters, viewer)} AND ${order.after(after)}
    ORDER BY ${order.columns} LIMIT ${limit + 1} OFFSET ${offset}`.execute(db);
  return rows;
}

/** Returns the posts a member has bookmarked, newest bookmark first; of their network only, when `network` is true. */
export async function selectBookmarkedPostIds(
  db: Db,
  viewerId: string,
  { filters, network }: { filters: Filters; network: boolean },
  { after, limit, offset }: PageStart,
): Promise<IdRow[]> {
  const order = orders.bookmarked;
  const ofNetwork = network ? sql`p.user_id IN (${networkMemberIds(viewerId)})` : sql`TRUE`;
  const { rows } = await sql<IdRow>`
    SELECT p.id, ${order.key} AS key FROM bookmarks b JOIN posts p ON p.id = b.post_id
    WHERE b.user_id = ${viewerId}::uuid AND ${ofNetwork} AND ${visibleWith(filters, viewerId)}
      AND ${order.after(after)}
    ORDER BY ${order.columns} LIMIT ${limit + 1} OFFSET ${offset}`.execute(db);
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
      WHERE p.created_hour = hour AND p.created_at >= past.since AND p.closed_at IS NULL AND ${postListed(viewerId)}
      ORDER BY p.heat DESC, p.id DESC LIMIT ${MOST_ENGAGED_OF_AN_HOUR}
    ) best
    ORDER BY best.engagement DESC, best.id DESC LIMIT ${limit}`.execute(db);
  return rows.map((row) => row.id);
}

/** In the whole feed, or in the viewer's network. */
export type Newer = { filters: Filters; network: boolean; since: string };

/** SQL: the ids of the posts of others after an id. */
function newerPosts(viewerId: string, { filters, network, since }: Newer, before: string, limit: number) {
  const shown = network
    ? sql`${openOnly(filters)} AND ${visibleWith(filters, viewerId)}`
    : listedWith(filters, viewerId);
  const fresh = sql`p.id > ${since}::uuid AND p.id < ${before}::uuid AND p.user_id <> ${viewerId}::uuid AND ${shown}`;
  return network
    ? sql`SELECT newer.id FROM (SELECT DISTINCT id FROM (${networkMemberIds(viewerId)}) network) author
        CROSS JOIN LATERAL (SELECT p.id FROM posts p WHERE p.user_id = author.id AND ${fresh}
          ORDER BY p.id DESC LIMIT ${limit}) newer`
    : sql`SELECT p.id FROM posts p WHERE ${fresh}`;
}

/** Counts the posts of others after an id, up to `limit`; null when the viewer has muted some of what they see. */
export async function selectNewPostsCount(
  db: Db,
  viewerId: string,
  newer: Newer,
  limit: number,
): Promise<number | null> {
  const { rows } = await sql<{ count: number; mutes: boolean }>`
    SELECT count(*)::integer AS count, ${mutesInFeeds(sql`${viewerId}::uuid`)} AS mutes
    FROM (SELECT 1 FROM (${newerPosts(viewerId, newer, AFTER_ALL_IDS, limit)}) found LIMIT ${limit}) counted`.execute(
    db,
  );
  return rows[0] && (rows[0].count === 0 || !rows[0].mutes) ? rows[0].count : null;
}

/** Returns the ids of the newest posts of others after an id and before another. */
export async function selectNewPostIds(
  db: Db,
  viewerId: string,
  newer: Newer,
  { before, limit }: { before: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM (${newerPosts(viewerId, newer, before, limit)}) found
    ORDER BY id DESC LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

const selectNarrow = prepare<{ userId: string }, { has: boolean }>(
  'narrow-posts',
  ({ userId }) => sql<{ has: boolean }>`SELECT EXISTS (SELECT 1 FROM posts p
    WHERE p.user_id = ${userId}::uuid AND p.visibility = 'connections' AND p.hidden_by IS NULL) AS has`,
);

/** Whether a member has posts that only connections see. */
export async function hasNarrowPosts(db: Db, userId: string): Promise<boolean> {
  const [row] = await selectNarrow(db, { userId });
  return row?.has === true;
}
