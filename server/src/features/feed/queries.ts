/**
 * Pages of post ids. Each order is a row value on an index that ends in the id, so that a page costs the same at any
 * depth; what is asked beside (type, tags, bookmarks) only filters.
 */
import type { PostListQuery } from '@afterhours/contract/feed';
import { type RawBuilder, sql } from 'kysely';
import type { CursorKey, PageStart } from '#db/keyset.ts';
import type { Db } from '#db/pool.ts';

type IdRow = { id: string; score: number | null };

type Order = {
  name: string;
  parts: 1 | 2;
  score: RawBuilder<unknown>;
  columns: RawBuilder<unknown>;
  before(after: CursorKey): RawBuilder<unknown>;
};

const byScore = (name: string, column: string): Order => ({
  name,
  parts: 2,
  score: sql.ref(column),
  columns: sql`${sql.ref(column)} DESC, p.id DESC`,
  before: ([score, id]) => sql`(${sql.ref(column)}, p.id) < (${score}::float8, ${id}::uuid)`,
});

export const orders = {
  popular: byScore('popular', 'p.popularity'),
  topRated: byScore('top', 'p.rating_score'),
  latest: {
    name: 'latest',
    parts: 1,
    score: sql`NULL::float8`,
    columns: sql`p.id DESC`,
    before: ([id]) => sql`p.id < ${id}::uuid`,
  },
} satisfies Record<string, Order>;

export const keyOf = (order: Order, row: IdRow): CursorKey => (order.parts === 2 ? [row.score, row.id] : [row.id]);

export type Filters = {
  userId?: string | null;
  postType?: string | null;
  hashtags?: string[];
  bookmarkedBy?: string | null;
};

/** The filters a list query asks for; `bookmark` means the viewer's own bookmarks. */
export const filtersOf = (query: PostListQuery, viewerId: string | null): Filters => ({
  userId: query.userId || null,
  postType: query.postType || null,
  hashtags: query.hashtag ?? [],
  bookmarkedBy: query.bookmark === 'true' ? viewerId : null,
});

function conditions(filters: Filters, order: Order, start: PageStart): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [];
  if (filters.userId) all.push(sql`p.user_id = ${filters.userId}::uuid`);
  if (filters.postType) all.push(sql`p.post_type = ${filters.postType}`);
  if (filters.hashtags && filters.hashtags.length > 0) {
    all.push(sql`EXISTS (SELECT 1 FROM post_hashtags ph JOIN hashtags h ON h.id = ph.hashtag_id
      WHERE ph.post_id = p.id AND h.slug = ANY(${filters.hashtags}::text[]))`);
  }
  if (filters.bookmarkedBy) {
    all.push(
      sql`EXISTS (SELECT 1 FROM bookmarks b WHERE b.post_id = p.id AND b.user_id = ${filters.bookmarkedBy}::uuid)`,
    );
  }
  if (start.after) all.push(order.before(start.after));
  return all.length === 0 ? sql`TRUE` : sql.join(all, sql` AND `);
}

/** The ids of one page (and one more) in an order. */
export async function selectPostIds(db: Db, order: Order, filters: Filters, start: PageStart): Promise<IdRow[]> {
  const { rows } = await sql<IdRow>`
    SELECT p.id, ${order.score} AS score FROM posts p
    WHERE ${conditions(filters, order, start)}
    ORDER BY ${order.columns} LIMIT ${start.limit + 1} OFFSET ${start.offset}`.execute(db);
  return rows;
}

/** The same, newest first, of the members someone follows or is connected with, and their own. */
export async function selectNetworkPostIds(
  db: Db,
  viewerId: string,
  filters: Filters,
  start: PageStart,
): Promise<IdRow[]> {
  const reach = start.offset + start.limit + 1;
  const { rows } = await sql<IdRow>`
    SELECT newest.id, NULL::float8 AS score
    FROM (
      SELECT followed_id AS id FROM follows WHERE follower_id = ${viewerId}::uuid
      UNION SELECT other_user_id FROM connections WHERE user_id = ${viewerId}::uuid
      UNION SELECT ${viewerId}::uuid
    ) author
    CROSS JOIN LATERAL (
      SELECT p.id FROM posts p
      WHERE p.user_id = author.id AND ${conditions(filters, orders.latest, start)}
      ORDER BY p.id DESC LIMIT ${reach}
    ) newest
    ORDER BY newest.id DESC LIMIT ${start.limit + 1} OFFSET ${start.offset}`.execute(db);
  return rows;
}
