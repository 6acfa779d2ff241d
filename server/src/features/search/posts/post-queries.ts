import type { PostType } from '@afterhours/contract/posts/posts';
import { type RawBuilder, sql } from 'kysely';
import { postListed } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import type { CursorKey, KeyShape, PageStart } from '#db/statements/keyset.ts';
import type { Sought } from '../words.ts';

/** The fewer, the less far a search for a common word scans back. */
const CANDIDATES = 200;

export type FoundPost = { id: string; score: number; newest: string };
export const foundPostKey = (row: FoundPost): CursorKey => [row.score, row.id, row.newest];
/** The score, the id, and the newest post of the first page: later posts would shift the others. */
export const foundPostShape: KeyShape = ['integer', 'id', 'id'];

export type PostsSought = { sought: Sought; typed: string; postType: PostType | null };

/** SQL: the words as typed, and without accents; the words of posts are stored as written. */
const wordsOf = (typed: string, broad: string): RawBuilder<unknown> =>
  sql`(plainto_tsquery('simple', ${typed}) || ${broad}::tsquery)`;

/**
 * Returns one page, plus one row, of posts with these words: the newest matches, up to `CANDIDATES`, ranked by how well
 * they match (a word in the title counts double), then by reactions. The words are in the condition itself, and the
 * statement is planned each time: for a common word, the planner scans back from the newest post, and for a rare one it
 * uses the index. It can only choose by its statistics if it knows the word.
 */
export async function selectFoundPosts(
  db: Db,
  { sought, typed, postType }: PostsSought,
  viewerId: string | null,
  start: PageStart,
): Promise<FoundPost[]> {
  const after = start.after ? sql`WHERE (score, id) < (${start.after[0]}::integer, ${start.after[1]}::uuid)` : sql``;
  const until = start.after ? sql`p.id <= ${start.after[2]}::uuid` : sql`TRUE`;
  const ofType = postType ? sql`p.post_type = ${postType}` : sql`TRUE`;
  const words = wordsOf(typed, sought.broad);
  const { rows } = await sql<FoundPost>`
    WITH candidates AS MATERIALIZED (
      -- Ids only: with their texts, the posts of a common word would not fit into the sort memory.
      SELECT p.id FROM posts p
      WHERE p.words @@ ${words} AND ${ofType} AND ${until} AND ${postListed(viewerId)}
      ORDER BY p.id DESC LIMIT ${sql.lit(CANDIDATES)}
    ),
    ranked AS (
      SELECT p.id, (1000 * (ts_rank_cd(p.words, q.words, 1)
        + CASE WHEN p.title IS NULL THEN 0 ELSE ts_rank(to_tsvector('simple', p.title), q.words) END))::integer
        + dense_rank() OVER (ORDER BY p.popularity)::integer AS score,
        first_value(p.id) OVER (ORDER BY p.id DESC) AS newest
      FROM candidates JOIN posts p ON p.id = candidates.id CROSS JOIN (SELECT ${words} AS words OFFSET 0) q
    )
    SELECT id, score, newest FROM ranked ${after}
    ORDER BY score DESC, id DESC LIMIT ${start.limit + 1} OFFSET ${start.offset}`.execute(db);
  return rows;
}
