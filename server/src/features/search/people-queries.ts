/**
 * People by words. Up to a few hundred candidates come from indexes – of whom the viewer follows or is connected with,
 * of the well-known, and, when those are few, of everybody – and are then ranked: a name counts more than a profession,
 * that more than a skill; a whole word more than a beginning; somebody known more than a stranger. So the cost does
 * not grow with how common a word is.
 */
import { sql } from 'kysely';
import type { CursorKey, PageStart } from '#db/keyset.ts';
import type { Db } from '#db/pool.ts';
import { prepare } from '#db/prepared.ts';
import { memberVisible } from '#features/moderation/loaders.ts';
import type { FoundPersonRow } from './views.ts';
import type { Sought } from './words.ts';

const CANDIDATES = 300;
const ENOUGH = 150;
/** From this fame on a member is in the index of the well-known: 20 followers. */
const KNOWN = sql.lit(17);
/** What a word counts as skill (C), profession (B) and name (A); D is not used. */
const WEIGHTS = sql.lit('{0, 0.25, 0.5, 1}');
const OWN_TIES = 500;

export const foundPersonKey = (row: FoundPersonRow): CursorKey => [row.score, row.id];

const tiesOf = (viewerId: string) => sql`
  (SELECT followed_id AS id FROM follows WHERE follower_id = ${viewerId}::uuid ORDER BY id DESC LIMIT ${sql.lit(OWN_TIES)})
  UNION
  (SELECT other_user_id FROM connections WHERE user_id = ${viewerId}::uuid ORDER BY other_user_id DESC LIMIT ${sql.lit(OWN_TIES)})`;

type Asked = {
  exact: string;
  broad: string;
  short: string;
  viewerId: string | null;
  score: number | null;
  id: string | null;
  limit: number;
  offset: number;
};

/** The statement of `selectPeople`; `viewerId` and `id` (of the last one read) decide its form by whether they are there. */
const peopleSql = ({ exact, broad, short, viewerId, score, id, limit, offset }: Asked) => {
  const after = id === null ? sql`` : sql`WHERE (score, id) < (${score}::integer, ${id}::uuid)`;
  const near =
    viewerId === null
      ? sql`SELECT s.user_id, s.document, s.fame FROM member_search s WHERE false`
      : sql`
    SELECT s.user_id, s.document, s.fame FROM (${tiesOf(viewerId)}) tie CROSS JOIN q
    -- One by one: the other way round everybody of that name would be looked at.
    CROSS JOIN LATERAL (
      SELECT m.user_id, m.document, m.fame FROM member_search m
      WHERE m.user_id = tie.id AND m.document @@ q.short OFFSET 0
    ) s LIMIT ${sql.lit(CANDIDATES)}`;
  return sql<FoundPersonRow>`
    WITH q AS (SELECT ${exact}::tsquery AS exact, ${broad}::tsquery AS broad, ${short}::tsquery AS short),
    near AS (${near}),
    known AS MATERIALIZED (
      SELECT s.user_id, s.document, s.fame FROM member_search s, q
      WHERE s.fame >= ${KNOWN} AND s.document @@ q.short LIMIT ${sql.lit(CANDIDATES)}),
    others AS (
      SELECT s.user_id, s.document, s.fame FROM member_search s, q WHERE s.document @@ q.broad
      LIMIT (SELECT CASE WHEN count(*) >= ${sql.lit(ENOUGH)} THEN 0 ELSE ${sql.lit(CANDIDATES)} END FROM known)),
    found AS (
      SELECT DISTINCT ON (user_id) * FROM (
        SELECT *, 500 AS tie FROM near UNION ALL SELECT *, 0 FROM known UNION ALL SELECT *, 0 FROM others
      ) every ORDER BY user_id, tie DESC
    ),
    ranked AS (
      SELECT user_id AS id, tie + 9 * fame
        + (1000 * ts_rank(${WEIGHTS}, document, q.broad) + 2000 * ts_rank(${WEIGHTS}, document, q.exact))::integer AS score
      FROM found, q WHERE ${memberVisible(viewerId, sql.ref('found.user_id'))}
    ),
    page AS (SELECT id, score FROM ranked ${after} ORDER BY score DESC, id DESC LIMIT ${limit}::integer OFFSET ${offset}::integer)
    SELECT page.score, ${personColumns(viewerId)},
      ARRAY(SELECT k.title FROM skills k, q
        WHERE k.user_id = u.id AND array_to_tsvector(search_words(k.title)) @@ replace(q.broad::text, '&', '|')::tsquery
        ORDER BY k.id DESC LIMIT 3) AS skills
    FROM page JOIN users u ON u.id = page.id ${tieJoins(viewerId)}
    ORDER BY page.score DESC, page.id DESC`;
};

// Planning took longer than asking: each form is planned once a connection.
const forms = {
  guestFirst: prepare<Asked, FoundPersonRow>('people-guest-first', (asked) =>
    peopleSql({ ...named(asked), viewerId: null, id: null }),
  ),
  guestNext: prepare<Asked, FoundPersonRow>('people-guest-next', (asked) =>
    peopleSql({ ...named(asked), viewerId: null }),
  ),
  memberFirst: prepare<Asked, FoundPersonRow>('people-member-first', (asked) =>
    peopleSql({ ...named(asked), id: null }),
  ),
  memberNext: prepare<Asked, FoundPersonRow>('people-member-next', (asked) => peopleSql(named(asked))),
};

/** Reads each argument by its name: what stands in for them before they are known has no names of its own. */
function named({ exact, broad, short, viewerId, score, id, limit, offset }: Asked): Asked {
  return { exact, broad, short, viewerId, score, id, limit, offset };
}

/** One page (and one more), the best match first. The score is a whole number, so that a cursor holds it exactly. */
export function selectPeople(
  db: Db,
  { exact, broad, short }: Sought,
  viewerId: string | null,
  start: PageStart,
): Promise<FoundPersonRow[]> {
  const [score, id] = start.after ? [Number(start.after[0]), String(start.after[1])] : [null, null];
  const who = viewerId === null ? 'guest' : 'member';
  const ask = forms[`${who}${id === null ? 'First' : 'Next'}`];
  return ask(db, { exact, broad, short, viewerId, score, id, limit: start.limit + 1, offset: start.offset });
}

const personColumns = (viewerId: string | null) => sql`
  u.id, u.first_name, u.last_name, u.username, u.image, u.profession, u.intro_details, u.country,
  ${viewerId === null ? sql`NULL::uuid` : sql`mine.id`} AS my_follow_id,
  ${
    viewerId === null
      ? sql`'none'`
      : sql`CASE
    WHEN c.user_id IS NOT NULL THEN 'connected'
    WHEN received.id IS NOT NULL THEN 'received'
    WHEN sent.id IS NOT NULL THEN 'sent' ELSE 'none' END`
  } AS connection_status,
  ${
    viewerId === null ? sql`NULL::uuid` : sql`CASE WHEN c.user_id IS NULL THEN coalesce(received.id, sent.id) END`
  } AS request_id`;

const tieJoins = (viewerId: string | null) =>
  viewerId === null
    ? sql``
    : sql`
      LEFT JOIN follows mine ON mine.follower_id = ${viewerId}::uuid AND mine.followed_id = u.id
      LEFT JOIN connections c ON c.user_id = ${viewerId}::uuid AND c.other_user_id = u.id
      LEFT JOIN connection_requests sent ON sent.from_user_id = ${viewerId}::uuid AND sent.to_user_id = u.id
        AND sent.status IN ('pending', 'rejected')
      LEFT JOIN connection_requests received ON received.from_user_id = u.id
        AND received.to_user_id = ${viewerId}::uuid AND received.status = 'pending'`;

/** Whom a member may want to write to, before a word is typed: those they are connected with, then those they follow. */
export async function selectNearPeople(db: Db, viewerId: string, start: PageStart): Promise<FoundPersonRow[]> {
  const after = start.after ? sql`WHERE (score, id) < (${start.after[0]}::integer, ${start.after[1]}::uuid)` : sql``;
  const { rows } = await sql<FoundPersonRow>`
    WITH ties AS (
      SELECT id, max(score) AS score FROM (
        (SELECT other_user_id AS id, 2 AS score FROM connections WHERE user_id = ${viewerId}::uuid
          ORDER BY other_user_id DESC LIMIT ${sql.lit(OWN_TIES)})
        UNION ALL
        (SELECT followed_id, 1 FROM follows WHERE follower_id = ${viewerId}::uuid ORDER BY id DESC LIMIT ${sql.lit(OWN_TIES)})
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
