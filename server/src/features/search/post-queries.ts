import { type PostType } from '@afterhours/contract/posts';
import { sql } from 'kysely';
import type { CursorKey, KeyShape, PageStart } from '#db/keyset.ts';
import type { Db } from '#db/pool.ts';
import { postVisible } from '#features/moderation/loaders.ts';
import type { Sought } from './words.ts';

const CANDIDATES = 300;

export type FoundPost = { id: string; score: number; newest: string };
export const foundPostKey = (row: FoundPost): CursorKey => [row.score, row.id, row.newest];
/** The score, the id, and the newest post of the first page: what came later would move the others. */
export const foundPostShape: KeyShape = ['integer', 'id', 'id'];

/**
 * One page (and one more) of posts with these words: the newest few hundred that have them, ranked by how well they
 * match – a word in the title counts double –, then by what members made of them. Accents count here as they are
 * written, so the words are looked for as typed (`typed`) and without accents.
 */
export async function selectFoundPosts(
  db: Db,
  search: { sought: Sought; typed: string; postType: PostType | null },
  viewerId: string | null,
  start: PageStart,
): Promise<FoundPost[]> {
  const after = start.after ? sql`WHERE (score, id) < (${start.after[0]}::integer, ${start.after[1]}::uuid)` : sql``;
  const until = start.after ? sql`p.id <= ${start.after[2]}::uuid` : sql`TRUE`;
  const ofType = search.postType ? sql`p.post_type = ${search.postType}` : sql`TRUE`;
  const { rows } = await sql<FoundPost>`
    WITH q AS (SELECT plainto_tsquery('simple', ${search.typed}) || ${search.sought.broad}::tsquery AS broad),
    candidates AS (
      SELECT p.id, p.words, p.title, p.popularity FROM posts p
      WHERE p.words @@ (SELECT broad FROM q) AND ${ofType} AND ${until} AND ${postVisible(viewerId)}
      ORDER BY p.id DESC LIMIT ${CANDIDATES}
    ),
    ranked AS (
      SELECT c.id, (1000 * (ts_rank_cd(c.words, q.broad, 1)
        + ts_rank(to_tsvector('simple', coalesce(c.title, '')), q.broad)))::integer
        + dense_rank() OVER (ORDER BY c.popularity)::integer AS score,
        first_value(c.id) OVER (ORDER BY c.id DESC) AS newest
      FROM candidates c, q
    )
    SELECT id, score, newest FROM ranked ${after}
    ORDER BY score DESC, id DESC LIMIT ${start.limit + 1} OFFSET ${start.offset}`.execute(db);
  return rows;
}
