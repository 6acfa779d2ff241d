/**
 * The newest posts of the members that someone follows or is connected with, and their own. A page is searched for in
 * these ways, until one of them finds it:
 * 1. Read down from the newest post of all. If the member follows many of those who post, a few hundred posts are
 *    enough, which is the least work.
 * 2. Read on, if the rows found so far show that a few thousand posts will be enough.
 * 3. Look up each author's newest post: a page of n posts comes from the n authors with the newest posts, and contains
 *    nothing older than the last of these.
 * 4. Do the same with each author's newest post that this viewer sees, because too many of the newest posts were not
 *    for this viewer. With filters, this is the only way.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { BEFORE_ALL_IDS } from '#db/statements/id.ts';
import { anyValue, prepare } from '#db/statements/prepared.ts';
import type { PostList } from '#features/posts/loaders.ts';
import { type Filters, isUnfiltered, listedOfNetwork, networkMemberIds, noFilters } from './filters.ts';
import { orders, startId } from './orders.ts';

/** The number of posts that the walk reads first, and the number that it reads at most. */
const FIRST_POSTS = 500;
const MAX_POSTS = 3_000;
/** The rest of a page is expected within this multiple of the posts that the previous rows took. */
const MARGIN = 1.25;
/** Authors to spare, because the newest posts of a few may be invisible to the viewer. */
const SPARE_AUTHORS = 10;

/** `reach` is the number of rows to find: those of the page, one more, and those before a numbered page. */
type Page = { viewerId: string; before: string; reach: number };

/** `complete`: there are as many ids as the page reaches for, or the list ends with them. */
type Found = { ids: string[]; complete: boolean };

/** SQL: selects a `Found` from the rows of `found`; `isEnd` (SQL) tells whether the list ends with them. */
const selectFound = ({ reach }: Page, isEnd: RawBuilder<unknown>) => sql<Found>`
  SELECT ARRAY(SELECT id FROM found ORDER BY id DESC) AS ids,
    (SELECT count(*) FROM found) = ${reach}::integer OR ${isEnd} AS complete`;

/** Walks down from the newest post before the page's start, over this many posts. */
const prepareWalk = (posts: number) =>
  prepare<Page, Found>(`network-walk-${posts}`, (page) => {
    const older = sql`posts WHERE id < ${anyValue(sql`${page.before}::uuid`)} ORDER BY id DESC`;
    return sql<Found>`
      WITH found AS MATERIALIZED (
        SELECT p.id FROM (
          SELECT id, user_id, hidden_by, held, visibility, closed_at FROM ${older} LIMIT ${sql.lit(posts)}
        ) p
        -- As an expression the network is one hash table, and the walk ends with the page.
        WHERE coalesce(p.user_id IN (${networkMemberIds(page.viewerId)}), FALSE)
          AND ${listedOfNetwork(noFilters, page.viewerId)}
        ORDER BY p.id DESC LIMIT ${anyValue(sql`${page.reach}::integer`)}
      ) ${selectFound(page, sql`NOT EXISTS (SELECT FROM ${older} OFFSET ${sql.lit(posts)} LIMIT 1)`)}`;
  });

const walkNear = prepareWalk(FIRST_POSTS);
const walkFar = prepareWalk(MAX_POSTS);

/** SQL: whether `p` is a post before the page's start that the viewer's list contains. */
const isOnPage = ({ viewerId, before }: Page, filters: Filters): RawBuilder<unknown> =>
  sql`p.id < ${before}::uuid AND ${listedOfNetwork(filters, viewerId)}`;

/**
 * SQL: the page, from the authors whose newest posts that meet `isNewest` (SQL) are the newest. Posts older than all of
 * these are left out, because other authors may have newer ones.
 */
function selectByAuthor(page: Page, filters: Filters, isNewest: RawBuilder<unknown>): RawBuilder<Found> {
  const authors = sql`(${page.reach}::integer + ${sql.lit(SPARE_AUTHORS)})`;
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

const nothing: Found = { ids: [], complete: false };

/** Tries the faster ways of finding a page without filters. */
async function findUnfiltered(db: Db, page: Page): Promise<Found> {
  const [{ ids, complete } = nothing] = await walkNear(db, page);
  if (complete) return { ids, complete };
  const missing = page.reach - ids.length;
  const last = ids.at(-1);
  if (last !== undefined && (FIRST_POSTS / ids.length) * missing * MARGIN <= MAX_POSTS) {
    const [further = nothing] = await walkFar(db, { ...page, before: last, reach: missing });
    if (further.complete) return { ids: [...ids, ...further.ids], complete: true };
  }
  const [newest = nothing] = await byNewest(db, page);
  return newest;
}

/** The posts of a member's network, newest first. */
export const networkList = (db: Db, viewerId: string, filters: Filters): PostList => ({
  ...orders.latest,
  async select(start) {
    const { offset, limit } = start;
    const page = { viewerId, before: startId(start), reach: offset + limit + 1 };
    let { ids, complete } = isUnfiltered(filters) ? await findUnfiltered(db, page) : nothing;
    if (!complete) {
      const { rows } = await selectByAuthor(page, filters, isOnPage(page, filters)).execute(db);
      ids = rows[0]?.ids ?? [];
    }
    return ids.slice(offset).map((id) => ({ id, key: [id] }));
  },
});
