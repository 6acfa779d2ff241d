import { type PostType } from '@afterhours/contract/posts';
import { type RawBuilder, sql } from 'kysely';
import { postVisible } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import type { CursorKey, KeyShape, PageStart } from '#db/statements/keyset.ts';
import { prepare } from '#db/statements/prepared.ts';
import type { Sought } from '../words.ts';

const CANDIDATES = 300;
/** Up to this many newer posts are checked for the words; with more, the page is loaded again. */
const LATE = 1_000;

export type FoundPost = { id: string; score: number; newest: string };
export const foundPostKey = (row: FoundPost): CursorKey => [row.score, row.id, row.newest];
/** The score, the id, and the newest post of the first page: later posts would shift the others. */
export const foundPostShape: KeyShape = ['integer', 'id', 'id'];

export type PostsSought = { sought: Sought; typed: string; postType: PostType | null };

/** SQL: the words as typed and without accents; posts have theirs as they are written. */
const wordsOf = (typed: string, broad: string): RawBuilder<unknown> =>
  sql`(plainto_tsquery('simple', ${typed}) || ${broad}::tsquery)`;

/**
 * Returns one page, and one row more, of posts with these words: the newest few hundred that have them, ranked by how
 * well they match (a word in the title counts double), then by reactions. The words are in the condition itself, and
 * the statement is planned each time: for a common word the planner scans back from the newest post, for a rare one it
 * uses the index, and it can choose by its statistics only when it sees the word.
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
      -- Ids only: with their texts, the posts of a common word do not fit into the sort memory.
      SELECT p.id FROM posts p
      WHERE p.words @@ ${words} AND ${ofType} AND ${until} AND ${postVisible(viewerId)}
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

/** For a loaded page: its posts, and the id after which posts may be missing, null when none can be. */
export type FoundBefore = { ids: readonly string[]; since: string | null };
type Checked = { typed: string; broad: string; postType: PostType | null; ids: readonly string[]; since: string };

const selectSame = prepare<Checked, { same: boolean }>(
  'found-posts-same',
  ({ typed, broad, postType, ids, since }) => sql<{ same: boolean }>`
    SELECT (SELECT count(*) FROM posts p WHERE p.id = ANY (${ids}::uuid[]) AND p.words @@ q.words)
        = cardinality(${ids}::uuid[])
      AND NOT EXISTS (
        SELECT 1 FROM (SELECT p.id, p.words, p.post_type FROM posts p WHERE p.id > ${since}::uuid
          ORDER BY p.id DESC LIMIT ${sql.lit(LATE)}) late
        WHERE late.words @@ q.words AND (${postType}::text IS NULL OR late.post_type = ${postType}::text)
          AND late.id <> ALL (${ids}::uuid[])
      ) AS same
    FROM (SELECT ${wordsOf(typed, broad)} AS words OFFSET 0) q`,
);

const NEVER = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Returns whether the posts still have the words, and no newer post has them. */
export async function isSameFound(
  db: Db,
  { sought, typed, postType }: PostsSought,
  { ids, since }: FoundBefore,
): Promise<boolean> {
  const [row] = await selectSame(db, { typed, broad: sought.broad, postType, ids, since: since ?? NEVER });
  return row?.same ?? false;
}
