/**
 * The newest posts of the members that someone follows or is connected with, and their own. First it walks down from
 * the newest post of all. If the member follows many of those who post, a few hundred posts are enough, which is the
 * least work. Otherwise, the rows found so far show how many more posts the walk would take. It then walks on or,
 * beyond a few thousand posts, looks up the newest post of each author: a page of n posts comes from the n authors with
 * the newest posts, and contains nothing older than the last of these.
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

type Row = { id: string };

/** The rows are followed by a null if the walk has reached the oldest post. */
const prepareWalk = (posts: number) =>
  prepare<Page, { id: string | null }>(`network-walk-${posts}`, ({ viewerId, before, reach }) => {
    const older = sql`posts WHERE id < ${anyValue(sql`${before}::uuid`)} ORDER BY id DESC`;
    return sql<{ id: string | null }>`
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

const byAuthorSql = ({ viewerId, before, reach }: Page, filters: Filters): RawBuilder<Row> => {
  const conditions = sql`p.id < ${before}::uuid AND ${listedOfNetwork(filters, viewerId)}`;
  return sql<Row>`
    WITH heads AS MATERIALIZED (
      SELECT author.id AS author, (
        SELECT p.id FROM posts p WHERE p.user_id = author.id AND ${conditions} ORDER BY p.id DESC LIMIT 1
      ) AS head
      FROM (SELECT DISTINCT id FROM (${networkMemberIds(viewerId)}) network) author
      ORDER BY head DESC NULLS LAST LIMIT ${reach}::integer
    )
    SELECT p.id FROM heads JOIN posts p ON p.user_id = heads.author
      -- The oldest of the heads, if there are as many as the page has rows.
      AND p.id >= coalesce((SELECT h.head FROM heads h ORDER BY h.head DESC NULLS LAST OFFSET ${reach}::integer - 1),
        '00000000-0000-0000-0000-000000000000')
    WHERE ${conditions} ORDER BY p.id DESC LIMIT ${reach}::integer`;
};

const byAuthor = prepare<Page, Row>('network-by-author', (page) => byAuthorSql(page, noFilters));

/** Returns the rows that a walk finds, and whether the page cannot have more. */
async function walkDown(walk: typeof walkNear, db: Db, page: Page): Promise<{ rows: Row[]; complete: boolean }> {
  const walked = await walk(db, page);
  const rows = walked.flatMap(({ id }) => (id === null ? [] : [{ id }]));
  return { rows, complete: rows.length === page.reach || rows.length < walked.length };
}

async function selectUnfiltered(db: Db, page: Page): Promise<Row[]> {
  const near = await walkDown(walkNear, db, page);
  if (near.complete) return near.rows;
  const missing = page.reach - near.rows.length;
  const last = near.rows.at(-1);
  if (last && (FIRST_POSTS / near.rows.length) * missing * MARGIN <= MAX_POSTS) {
    const further = await walkDown(walkFar, db, { ...page, before: last.id, reach: missing });
    if (further.complete) return [...near.rows, ...further.rows];
  }
  return byAuthor(db, page);
}

/** Returns one page, and one row more, of a network's posts, newest first. */
export async function selectNetworkPostIds(
  db: Db,
  viewerId: string,
  filters: Filters,
  { after, offset, limit }: PageStart,
): Promise<IdRow[]> {
  const page = { viewerId, before: String(after?.[0] ?? AFTER_ALL_IDS), reach: offset + limit + 1 };
  const rows = isUnfiltered(filters)
    ? await selectUnfiltered(db, page)
    : (await byAuthorSql(page, filters).execute(db)).rows;
  return rows.slice(offset).map(({ id }) => ({ id, key: [id] }));
}
