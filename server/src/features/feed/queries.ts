/** The lists of everyone's or one member's posts and of bookmarks, each with its statement; the most engaged posts. */
import { sql } from 'kysely';
import { postListed, postVisible } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import { anyValue, prepare, prepareForViewer } from '#db/statements/prepared.ts';
import type { Viewer } from '#db/statements/viewers.ts';
import type { IdRow, PostList } from '#features/posts/loaders.ts';
import { type FeedFilters, isUnfiltered, listedWith, networkMemberIds, noFilters, passes } from './filters.ts';
import { orders, selectPage, startId } from './orders.ts';

/**
 * Prepared, because each author's page is a statement of its own, whereas everyone shares the pages of the other
 * lists. Saves 0.27 ms of planning, a fifth of a page that is not shared.
 */
const selectLatestOf = prepareForViewer<{ authorId: string; before: string; limit: number }, IdRow>(
  'latest-by-author',
  ({ authorId, before, limit }, viewer) => sql<IdRow>`
    SELECT p.id, ${orders.latest.key} AS key FROM posts p
    WHERE p.id < ${anyValue(sql`${before}::uuid`)} AND ${listedWith({ ...noFilters, userId: authorId }, viewer)}
    ORDER BY p.id DESC LIMIT ${anyValue(sql`${limit}::integer`)}`,
);

/** Posts of everyone or of one member, newest first. */
export const latestList = (db: Db, viewer: Viewer, filters: FeedFilters): PostList => ({
  ...orders.latest,
  select(start) {
    const { userId: authorId, ...others } = filters;
    if (authorId !== null && start.offset === 0 && isUnfiltered(others))
      return selectLatestOf(db, viewer, { authorId, before: startId(start), limit: start.limit + 1 });
    return selectPage(db, orders.latest, { where: listedWith(filters, viewer) }, start);
  },
});

/** What a member has bookmarked, newest bookmark first, of everyone or of their network only. None for guests. */
export const bookmarkedList = (
  db: Db,
  viewerId: string | null,
  filters: FeedFilters,
  { ofNetwork = false } = {},
): PostList => ({
  ...orders.bookmarked,
  async select(start) {
    if (viewerId === null) return [];
    const isByMember = ofNetwork ? sql`p.user_id IN (${networkMemberIds(viewerId)})` : sql`TRUE`;
    const from = sql`bookmarks b JOIN posts p ON p.id = b.post_id`;
    const where = sql`b.user_id = ${viewerId}::uuid AND ${isByMember} AND ${passes(filters)}
      AND ${postVisible(viewerId)}`;
    return selectPage(db, orders.bookmarked, { from, where }, start);
  },
});

/** Returns the ids of the newest posts before an id, newest first, and those of their authors in the same order. */
export async function selectAuthorsBefore(db: Db, before: string, limit: number) {
  const { rows } = await sql<{ ids: Buffer | null; authorIds: Buffer | null }>`
    SELECT string_agg(uuid_send(id), '' ORDER BY id DESC) AS ids,
      string_agg(uuid_send(user_id), '' ORDER BY id DESC) AS "authorIds"
    FROM (SELECT id, user_id FROM posts WHERE id < ${before}::uuid ORDER BY id DESC LIMIT ${limit}) recent`.execute(db);
  const [{ ids, authorIds } = {}] = rows;
  return { ids: ids ?? Buffer.alloc(0), authorIds: authorIds ?? Buffer.alloc(0) };
}

const MOST_ENGAGED_OF_AN_HOUR = 50;

/**
 * Returns the most engaged posts of the past 24 hours. It takes the best posts of each hour from the index, so it costs
 * the same however many posts a day has. If one hour has more than fifty posts with the same score, the newer ones win.
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

const selectForConnections = prepare<{ userId: string }, { id: string }>(
  'posts-for-connections',
  ({ userId }) => sql`SELECT p.id FROM posts p
    WHERE p.user_id = ${userId}::uuid AND p.visibility = 'connections' AND p.hidden_by IS NULL LIMIT 1`,
);

/** Whether a member has posts that only their connections can see. */
export const hasPostsForConnections = async (db: Db, userId: string): Promise<boolean> =>
  (await selectForConnections(db, { userId })).length > 0;
