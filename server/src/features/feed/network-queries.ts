/**
 * The newest posts of the members that someone follows or is connected with, and their own. First it walks down from
 * the newest post of all, as far as a thousand posts: where members follow many of those who post, that is the least
 * work. Where too few of these posts are of the network, it looks up the newest post of each author: a page of n posts
 * is made of the n authors with the newest ones, and contains nothing older than the last of these.
 */
import { type RawBuilder, sql } from 'kysely';
import { postVisible } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import { AFTER_ALL_IDS } from '#db/statements/id.ts';
import type { PageStart } from '#db/statements/keyset.ts';
import { anyValue, prepare } from '#db/statements/prepared.ts';
import { type Filters, isUnfiltered, networkMemberIds, noFilters, openOnly, visibleWith } from './orders.ts';
import type { IdRow } from './queries.ts';

const WALKED = 1_000;

type Page = { viewerId: string; before: string; reach: number };

type Row = { id: string };

const walk = prepare<Page, Row>(
  'network-walk',
  ({ viewerId, before, reach }) => sql<Row>`
    SELECT p.id FROM (
      SELECT id, user_id, hidden_by, held, visibility FROM posts
      WHERE id < ${anyValue(sql`${before}::uuid`)} ORDER BY id DESC
      LIMIT ${sql.lit(WALKED)}
    ) p
    -- As an expression the network is one hash table, and the walk ends with the page.
    WHERE coalesce(p.user_id IN (${networkMemberIds(viewerId)}), FALSE) AND ${postVisible(viewerId)}
    ORDER BY p.id DESC LIMIT ${anyValue(sql`${reach}::integer`)}`,
);

const byAuthorSql = ({ viewerId, before, reach }: Page, filters: Filters): RawBuilder<Row> => {
  const conditions = sql`p.id < ${before}::uuid AND ${openOnly(filters)}
    AND ${visibleWith(filters, viewerId)}`;
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

async function selectUnfiltered(db: Db, page: Page): Promise<Row[]> {
  const walked = await walk(db, page);
  return walked.length === page.reach ? walked : byAuthor(db, page);
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
