/**
 * People by words. Up to a few hundred candidates come from indexes – of whom the viewer follows or is connected with,
 * of the well-known, and, when those are few, of everybody – and are then ranked: a name counts more than a profession,
 * that more than a skill; a whole word more than a beginning; somebody known more than a stranger. So the cost does
 * not grow with how common a word is.
 */
import { sql } from 'kysely';
import type { CursorKey, PageStart } from '#db/keyset.ts';
import type { Db } from '#db/pool.ts';
import { memberVisible } from '#features/moderation/loaders.ts';
import type { FoundPersonRow } from './views.ts';
import type { Sought } from './words.ts';

const CANDIDATES = 500;
const ENOUGH = 200;
const OWN_TIES = 500;

export const foundPersonKey = (row: FoundPersonRow): CursorKey => [row.score, row.id];

const tiesOf = (viewerId: string) => sql`
  (SELECT followed_id AS id FROM follows WHERE follower_id = ${viewerId}::uuid ORDER BY id DESC LIMIT ${OWN_TIES})
  UNION
  (SELECT other_user_id FROM connections WHERE user_id = ${viewerId}::uuid ORDER BY other_user_id DESC LIMIT ${OWN_TIES})`;

/** One page (and one more), the best match first. The score is a whole number, so that a cursor holds it exactly. */
export async function selectPeople(
  db: Db,
  sought: Sought,
  viewerId: string | null,
  start: PageStart,
): Promise<FoundPersonRow[]> {
  const after = start.after ? sql`WHERE (score, id) < (${start.after[0]}::integer, ${start.after[1]}::uuid)` : sql``;
  const near =
    viewerId === null
      ? sql`SELECT NULL::uuid AS user_id WHERE false`
      : sql`
    SELECT s.user_id FROM (${tiesOf(viewerId)}) tie JOIN member_search s ON s.user_id = tie.id, q
    WHERE s.document @@ q.short LIMIT ${CANDIDATES}`;
  const { rows } = await sql<FoundPersonRow>`
    WITH q AS (SELECT ${sought.exact}::tsquery AS exact, ${sought.broad}::tsquery AS broad, ${sought.short}::tsquery AS short),
    near AS (${near}),
    known AS MATERIALIZED (
      SELECT s.user_id FROM member_search s, q WHERE s.known AND s.document @@ q.short LIMIT ${CANDIDATES}),
    others AS (
      SELECT s.user_id FROM member_search s, q WHERE s.document @@ q.broad
      LIMIT (SELECT CASE WHEN count(*) >= ${ENOUGH} THEN 0 ELSE ${CANDIDATES} END FROM known)),
    ranked AS (
      SELECT u.id, (1000 * (
          ts_rank('{0, 0.25, 0.5, 1}', s.document, q.broad) + 2 * ts_rank('{0, 0.25, 0.5, 1}', s.document, q.exact)
          + 0.05 * ln(1 + m.followers) + CASE WHEN near.user_id IS NULL THEN 0 ELSE 0.5 END))::integer AS score
      FROM (SELECT user_id FROM near UNION SELECT user_id FROM known UNION SELECT user_id FROM others) found
      CROSS JOIN q JOIN member_search s ON s.user_id = found.user_id JOIN users u ON u.id = found.user_id
      JOIN member_counters m ON m.user_id = u.id LEFT JOIN near ON near.user_id = found.user_id
      WHERE ${memberVisible(viewerId)}
    ),
    page AS (SELECT id, score FROM ranked ${after} ORDER BY score DESC, id DESC LIMIT ${start.limit + 1} OFFSET ${start.offset})
    SELECT page.score, ${personColumns(viewerId)},
      ARRAY(SELECT k.title FROM skills k, q
        WHERE k.user_id = u.id AND array_to_tsvector(search_words(k.title)) @@ replace(q.broad::text, '&', '|')::tsquery
        ORDER BY k.id DESC LIMIT 3) AS skills
    FROM page JOIN users u ON u.id = page.id ${tieJoins(viewerId)}
    ORDER BY page.score DESC, page.id DESC`.execute(db);
  return rows;
}

const personColumns = (viewerId: string | null) => sql`
  u.id, u.first_name, u.last_name, u.username, u.image, u.profession, u.intro_details, u.country,
  ${viewerId === null ? sql`NULL::uuid` : sql`mine.id`} AS my_follow_id,
  ${
    viewerId === null
      ? sql`'none'`
      : sql`CASE
    WHEN c.user_id IS NOT NULL THEN 'connected'
    WHEN sent.status IN ('pending', 'rejected') THEN 'sent'
    WHEN received.status = 'pending' THEN 'received' ELSE 'none' END`
  } AS connection_status`;

const tieJoins = (viewerId: string | null) =>
  viewerId === null
    ? sql``
    : sql`
      LEFT JOIN follows mine ON mine.follower_id = ${viewerId}::uuid AND mine.followed_id = u.id
      LEFT JOIN connections c ON c.user_id = ${viewerId}::uuid AND c.other_user_id = u.id
      LEFT JOIN connection_requests sent ON sent.from_user_id = ${viewerId}::uuid AND sent.to_user_id = u.id
      LEFT JOIN connection_requests received ON received.from_user_id = u.id AND received.to_user_id = ${viewerId}::uuid`;

/** Whom a member may want to write to, before a word is typed: those they are connected with, then those they follow. */
export async function selectNearPeople(db: Db, viewerId: string, start: PageStart): Promise<FoundPersonRow[]> {
  const after = start.after ? sql`WHERE (score, id) < (${start.after[0]}::integer, ${start.after[1]}::uuid)` : sql``;
  const { rows } = await sql<FoundPersonRow>`
    WITH ties AS (
      SELECT id, max(score) AS score FROM (
        (SELECT other_user_id AS id, 2 AS score FROM connections WHERE user_id = ${viewerId}::uuid
          ORDER BY other_user_id DESC LIMIT ${OWN_TIES})
        UNION ALL
        (SELECT followed_id, 1 FROM follows WHERE follower_id = ${viewerId}::uuid ORDER BY id DESC LIMIT ${OWN_TIES})
      ) every GROUP BY id
    )
    SELECT page.score, ${personColumns(viewerId)}, '{}'::text[] AS skills
    FROM (
      SELECT ties.id, ties.score FROM ties JOIN users u ON u.id = ties.id
      ${start.after ? sql`${after} AND` : sql`WHERE`} ${memberVisible(viewerId)}
      ORDER BY score DESC, ties.id DESC LIMIT ${start.limit + 1} OFFSET ${start.offset}
    ) page JOIN users u ON u.id = page.id ${tieJoins(viewerId)}
    ORDER BY page.score DESC, page.id DESC`.execute(db);
  return rows;
}
