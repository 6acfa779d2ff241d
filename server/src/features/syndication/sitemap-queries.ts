/**
 * The sitemap lists all pages that search engines may index, in parts of 10,000 posts or members by id. The bounds of
 * the parts are stored; which of their pages are listed is determined on each request.
 */
import { type RawBuilder, sql } from 'kysely';
import { memberIndexable, postIndexable } from '#access/indexable.ts';
import type { Db } from '#db/connection/pool.ts';
import { BEFORE_ALL_IDS } from '#db/statements/id.ts';

export type SitemapKind = 'posts' | 'members';
export type SitemapEntry = { path: string; changedAt: Date };

const PART = 10_000;

const tables: Record<SitemapKind, string> = { posts: 'posts', members: 'users' };

async function addNextPart(db: Db, kind: SitemapKind): Promise<boolean> {
  const { rows } = await sql`
    WITH newest AS (
      SELECT number, first_id FROM sitemap_parts WHERE kind = ${kind} ORDER BY number DESC LIMIT 1
    ), bound AS (
      SELECT 1 AS number, ${BEFORE_ALL_IDS}::uuid AS first_id WHERE NOT EXISTS (SELECT 1 FROM newest)
      UNION ALL SELECT newest.number + 1, beyond.id FROM newest, LATERAL (
        SELECT id FROM ${sql.table(tables[kind])} WHERE id >= newest.first_id
        ORDER BY id OFFSET ${sql.lit(PART)} LIMIT 1
      ) beyond
    )
    INSERT INTO sitemap_parts (kind, number, first_id) SELECT ${kind}, number, first_id FROM bound
    ON CONFLICT DO NOTHING RETURNING number`.execute(db);
  return rows.length > 0;
}

/** Adds parts for new rows: each once the previous one is full, so that the bounds of a part never move. */
export async function addSitemapParts(db: Db): Promise<void> {
  for (const kind of ['posts', 'members'] as const) while (await addNextPart(db, kind));
}

/** Returns the part numbers of each kind. */
export const selectSitemapParts = (db: Db): Promise<{ kind: SitemapKind; number: number }[]> =>
  db.selectFrom('sitemap_parts').select(['kind', 'number']).orderBy('kind', 'desc').orderBy('number').execute();

/** SQL: restricts a column to the ids of a part. */
const within = (column: string, kind: SitemapKind, number: number): RawBuilder<boolean> => sql`
  ${sql.ref(column)} >= (SELECT first_id FROM sitemap_parts WHERE kind = ${kind} AND number = ${number})
  AND ${sql.ref(column)} < coalesce(
    (SELECT first_id FROM sitemap_parts WHERE kind = ${kind} AND number = ${number + 1}),
    'ffffffff-ffff-ffff-ffff-ffffffffffff')`;

export async function selectSitemapPart(db: Db, kind: SitemapKind, number: number): Promise<SitemapEntry[]> {
  const { rows } =
    kind === 'posts'
      ? await sql<SitemapEntry>`
          SELECT '/p/' || p.id AS path, p.updated_at AS "changedAt" FROM posts p JOIN users u ON u.id = p.user_id
          WHERE ${within('p.id', kind, number)} AND ${postIndexable} ORDER BY p.id`.execute(db)
      : await sql<SitemapEntry>`
          SELECT '/@' || u.username AS path, u.updated_at AS "changedAt" FROM users u
          WHERE ${within('u.id', kind, number)} AND ${memberIndexable} ORDER BY u.id`.execute(db);
  return rows;
}
