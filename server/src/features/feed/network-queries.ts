/**
 * The newest posts of the members that someone follows or is connected with, and their own. First it walks down from
 * the newest post of all. If the member follows many of those who post, a few hundred posts are enough, which is the
 * least work. Otherwise, the rows found so far show how many more posts the walk would take. It then walks on or,
 * beyond a few thousand posts, looks up the newest post of each author: a page of n posts comes from the n authors with
 * the newest posts, and contains nothing older than the last of these. Only if too many of the newest posts are not
 * for this viewer, it looks up the newest one of each author that is.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { AFTER_ALL_IDS } from '#db/statements/id.ts';
import type { PageStart } from '#db/statements/keyset.ts';
import { anyValue, prepare } from '#db/statements/prepared.ts';
import type { IdRow } from '#features/posts/loaders.ts';
import { type Filters, isUnfiltered, listedOfNetwork, networkMemberIds, noFilters } from './filters.ts';

/** The number of posts that the walk reads first, and the number that it reads at most. */
const FIRST_POSTS = 500;
const MAX_POSTS = 3_000;
/** The rest of a page is expected within this multiple of the posts that the previous rows took. */
const MARGIN = 1.25;

/** `reach` is the number of rows to find: those of the page, one more, and those before a numbered page. */
type Page = { viewerId: string; before: string; reach: number };

/** A null after the ids tells that there are no more. */
type Row = { id: string | null };

/** Here, a null tells that the walk has reached the oldest post. */
const prepareWalk = (posts: number) =>
  prepare<Page, Row>(`network-walk-${posts}`, ({ viewerId, before, reach }) => {
    const older = sql`posts WHERE id < ${anyValue(sql`${before}::uuid`)} ORDER BY id DESC`;
    return sql<Row>`
      SELECT id FROM (
        SELECT p.id FROM (
          SELECT id, user_id, hidden_by, held, visibility, closed_at FROM ${older} LIMIT ${sql.lit(posts)}
        ) p
        -- As an expression the network is one hash table, and the walk ends with the page.
        WHERE coalesce(p.user_id IN (${networkMemberIds(viewerId)}), FALSE) AND ${listedOfNetwork(noFilters, viewerId)}
        ORDER BY p.id DESC
      ) walked
      UNION ALL SELECT NULL WHERE NOT EXISTS (SELECT FROM ${older} OFFSET ${sql.lit(posts)} LIMIT 1)
      LIMIT ${anyValue(sql`${reach}::integer`)}`;
  });

const walkNear = prepareWalk(FIRST_POSTS);
const walkFar = prepareWalk(MAX_POSTS);

/** SQL: `p`, a post before the page's start that the viewer's list contains. */
const isOnPage = ({ viewerId, before }: Page, filters: Filters): RawBuilder<unknown> =>
  sql`p.id < ${before}::uuid AND ${listedOfNetwork(filters, viewerId)}`;

/**
 * SQL: the page, from the authors whose newest posts that meet `isHead` are the newest, as many as `heads` (SQL). Posts
 * older than all of these are left out, because other authors may have newer ones. The rows are followed by a null if
 * there are no other authors.
 */
const byAuthorSql = (page: Page, filters: Filters, isHead: RawBuilder<unknown>, heads: RawBuilder<unknown>) =>
  sql<Row>`
  WITH heads AS MATERIALIZED (
    SELECT author.id AS author, (
      SELECT p.id FROM posts p WHERE p.user_id = author.id AND ${isHead} ORDER BY p.id DESC LIMIT 1
    ) AS head
    FROM (SELECT DISTINCT id FROM (${networkMemberIds(page.viewerId)}) network) author
    ORDER BY head DESC NULLS LAST LIMIT ${heads}
  ), oldest AS (
    SELECT head FROM heads ORDER BY head DESC NULLS LAST OFFSET ${heads} - 1
  )
  SELECT id FROM (
    SELECT p.id FROM heads JOIN posts p ON p.user_id = heads.author
      AND p.id >= coalesce((SELECT head FROM oldest), '00000000-0000-0000-0000-000000000000')
    WHERE ${isOnPage(page, filters)} ORDER BY p.id DESC LIMIT ${page.reach}::integer
  ) found
  UNION ALL SELECT NULL WHERE (SELECT head FROM oldest) IS NULL`;

/** The heads come from the index alone, so a few may be posts that the viewer does not see: this many are to spare. */
const SPARE_HEADS = 10;

const byNewest = prepare<Page, Row>('network-by-newest', (page) =>
  byAuthorSql(
    page,
    noFilters,
    sql`p.id < ${page.before}::uuid`,
    sql`(${page.reach}::integer + ${sql.lit(SPARE_HEADS)})`,
  ),
);

/** The heads are posts on the page, so it is complete. */
const byAuthorOf = (page: Page, filters: Filters): RawBuilder<Row> =>
  byAuthorSql(page, filters, isOnPage(page, filters), sql`${page.reach}::integer`);

const byAuthor = prepare<Page, Row>('network-by-author', (page) => byAuthorOf(page, noFilters));

const idsOf = (rows: readonly Row[]): string[] => rows.flatMap(({ id }) => id ?? []);

/** Returns the ids that a statement finds, and whether the page cannot have more. */
async function find(statement: typeof walkNear, db: Db, page: Page): Promise<{ ids: string[]; complete: boolean }> {
  const rows = await statement(db, page);
  const ids = idsOf(rows);
  return { ids, complete: ids.length === page.reach || ids.length < rows.length };
}

async function selectUnfiltered(db: Db, page: Page): Promise<string[]> {
  const near = await find(walkNear, db, page);
  if (near.complete) return near.ids;
  const missing = page.reach - near.ids.length;
  const last = near.ids.at(-1);
  if (last !== undefined && (FIRST_POSTS / near.ids.length) * missing * MARGIN <= MAX_POSTS) {
    const further = await find(walkFar, db, { ...page, before: last, reach: missing });
    if (further.complete) return [...near.ids, ...further.ids];
  }
  const newest = await find(byNewest, db, page);
  return newest.complete ? newest.ids : idsOf(await byAuthor(db, page));
}

/** Returns one page, and one row more, of a network's posts, newest first. */
export async function selectNetworkPostIds(
  db: Db,
  viewerId: string,
  filters: Filters,
  { after, offset, limit }: PageStart,
): Promise<IdRow[]> {
  const page = { viewerId, before: String(after?.[0] ?? AFTER_ALL_IDS), reach: offset + limit + 1 };
  const ids = isUnfiltered(filters)
    ? await selectUnfiltered(db, page)
    : idsOf((await byAuthorOf(page, filters).execute(db)).rows);
  return ids.slice(offset).map((id) => ({ id, key: [id] }));
}
