/**
 * The newest posts of the members that someone follows or is connected with, and their own. A page is searched for in
 * these ways, until one of them finds it:
 * 1. Take the members of the network from the database, with their posts of the last minute, and their older posts
 *    from memory (`recent-posts.ts`). The database then tells which of these posts the viewer sees.
 * 2. Look up each author's newest post: a page of n posts comes from the n authors with the newest posts, and contains
 *    nothing older than the last of these.
 * 3. Do the same with each author's newest post that this viewer sees, because too many of the newest posts were not
 *    for this viewer. With filters, this is the only way.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { BEFORE_ALL_IDS } from '#db/statements/id.ts';
import { anyValue, prepare } from '#db/statements/prepared.ts';
import type { PostList } from '#features/posts/loaders.ts';
import { type Filters, isUnfiltered, listedOfNetwork, networkMemberIds, noFilters } from './filters.ts';
import { orders, startId } from './orders.ts';
import type { RecentPosts } from './recent-posts.ts';

/** Posts and authors to spare, because the viewer may not see a few of them. */
const SPARE = 10;

/** `reach` is the number of rows to find: those of the page, one more, and those before a numbered page. */
type Page = { viewerId: string; before: string; reach: number };

/** `complete`: there are as many ids as the page reaches for, or the list ends with them. */
type Found = { ids: string[]; complete: boolean };

const nothing: Found = { ids: [], complete: false };

type Network = { members: string; posts: string[] };

/** Returns the ids of a network's members, with commas between them, and those of their posts above an id. */
const selectNetwork = prepare<{ viewerId: string; above: string; before: string; limit: number }, Network>(
  'network',
  ({ viewerId, above, before, limit }) => sql<Network>`
  WITH network AS MATERIALIZED (${networkMemberIds(viewerId)})
  SELECT (SELECT string_agg(id::text, ',') FROM network) AS members, ARRAY(
    SELECT p.id FROM (
      SELECT id, user_id FROM posts WHERE id > ${anyValue(sql`${above}::uuid`)} AND id < ${anyValue(sql`${before}::uuid`)}
      ORDER BY id DESC
    ) p
    WHERE coalesce(p.user_id IN (SELECT id FROM network), FALSE) ORDER BY p.id DESC LIMIT ${anyValue(sql`${limit}::integer`)}
  ) AS posts`,
);

/** Returns those of some posts of the network that the viewer's list contains. `ids` is the text of an array literal. */
const selectListed = prepare<{ viewerId: string; ids: string; reach: number }, { ids: string[] }>(
  'network-listed',
  ({ viewerId, ids, reach }) => sql<{ ids: string[] }>`SELECT ARRAY(
    SELECT p.id FROM posts p
    WHERE p.id = ANY (${anyValue(sql`${ids}::uuid[]`)}::uuid[]) AND ${listedOfNetwork(noFilters, viewerId)}
    ORDER BY p.id DESC LIMIT ${anyValue(sql`${reach}::integer`)}
  ) AS ids`,
);

/** Finds a page without filters by the posts in memory. */
async function findRecent(db: Db, recent: RecentPosts, page: Page): Promise<Found> {
  const { viewerId, before, reach } = page;
  const { upTo } = recent;
  const most = reach + SPARE;
  const [network] = await selectNetwork(db, { viewerId, before, above: upTo, limit: most });
  if (!network) return nothing;
  const missing = most - network.posts.length;
  const older = recent.newestOf(new Set(network.members.split(',')), { before, upTo }, missing);
  if (older.ids.length < missing && !older.isEnd) {
    recent.addOlder();
    return nothing;
  }
  const ids = [...network.posts, ...older.ids];
  if (ids.length === 0) return { ids, complete: true };
  const [listed = { ids: [] }] = await selectListed(db, { viewerId, reach, ids: `{${ids.join()}}` });
  return { ids: listed.ids, complete: listed.ids.length === reach || older.isEnd };
}

/** SQL: selects a `Found` from the rows of `found`; `isEnd` (SQL) tells whether the list ends with them. */
const selectFound = ({ reach }: Page, isEnd: RawBuilder<unknown>) => sql<Found>`
  SELECT ARRAY(SELECT id FROM found ORDER BY id DESC) AS ids,
    (SELECT count(*) FROM found) = ${reach}::integer OR ${isEnd} AS complete`;

/** SQL: whether `p` is a post before the page's start that the viewer's list contains. */
const isOnPage = ({ viewerId, before }: Page, filters: Filters): RawBuilder<unknown> =>
  sql`p.id < ${before}::uuid AND ${listedOfNetwork(filters, viewerId)}`;

/**
 * SQL: the page, from the authors whose newest posts that meet `isNewest` (SQL) are the newest. Posts older than all of
 * these are left out, because other authors may have newer ones.
 */
function selectByAuthor(page: Page, filters: Filters, isNewest: RawBuilder<unknown>): RawBuilder<Found> {
  const authors = sql`(${page.reach}::integer + ${sql.lit(SPARE)})`;
  return sql<Found>`
    WITH newest AS MATERIALIZED (
      SELECT author.id AS author, post.id AS post
      FROM (SELECT DISTINCT id FROM (${networkMemberIds(page.viewerId)}) network) author
      CROSS JOIN LATERAL (
        SELECT p.id FROM posts p WHERE p.user_id = author.id AND ${isNewest} ORDER BY p.id DESC LIMIT 1
      ) post
      ORDER BY post.id DESC LIMIT ${authors}
    ), oldest AS MATERIALIZED (
      -- Without this row, there are no other authors.
      SELECT post FROM newest ORDER BY post DESC OFFSET ${authors} - 1
    ), found AS MATERIALIZED (
      SELECT p.id FROM newest JOIN posts p ON p.user_id = newest.author
        AND p.id >= coalesce((SELECT post FROM oldest), ${sql.lit(BEFORE_ALL_IDS)})
      WHERE ${isOnPage(page, filters)} ORDER BY p.id DESC LIMIT ${page.reach}::integer
    ) ${selectFound(page, sql`NOT EXISTS (SELECT FROM oldest)`)}`;
}

/** Finds each author's newest post in the index alone, so the viewer may not see all of them. */
const byNewest = prepare<Page, Found>('network-by-newest', (page) =>
  selectByAuthor(page, noFilters, sql`p.id < ${page.before}::uuid`),
);

/** Tries the faster ways of finding a page without filters. */
async function findUnfiltered(db: Db, recent: RecentPosts, page: Page): Promise<Found> {
  const found = await findRecent(db, recent, page);
  if (found.complete) return found;
  const [newest = nothing] = await byNewest(db, page);
  return newest;
}

/** The posts of a member's network, newest first. */
export const networkList = (db: Db, recent: RecentPosts, viewerId: string, filters: Filters): PostList => ({
  ...orders.latest,
  async select(start) {
    const { offset, limit } = start;
    const page = { viewerId, before: startId(start), reach: offset + limit + 1 };
    let { ids, complete } = isUnfiltered(filters) ? await findUnfiltered(db, recent, page) : nothing;
    if (!complete) {
      const { rows } = await selectByAuthor(page, filters, isOnPage(page, filters)).execute(db);
      ids = rows[0]?.ids ?? [];
    }
    return ids.slice(offset).map((id) => ({ id, key: [id] }));
  },
});
