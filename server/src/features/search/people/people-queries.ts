/**
 * Finds people by words, in two steps. The first step is the same for everyone who searches for the same words. It
 * takes a few hundred candidates from indexes and ranks them: from the index of famous members; while these are too
 * few, from that of well-known members; then from all. A name scores more than a profession, a profession more than a
 * skill, a full word more than a prefix, and a known member more than an unknown one. So the cost does not depend on
 * how common a word is. The second step is per viewer: members whom the viewer follows or is connected with come first.
 * Members who are not visible to the viewer, or no longer have the words, are left out.
 */
import { type RawBuilder, sql } from 'kysely';
import { notExistsPerRow } from '#access/not-exists-per-row.ts';
import { relationshipColumns, relationshipJoins } from '#access/relationships.ts';
import { memberVisible } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import type { CursorKey, PageStart } from '#db/statements/keyset.ts';
import { prepare } from '#db/statements/prepared.ts';
import { personColumns } from '#features/people/loaders.ts';
import type { FoundPersonRow } from '../views.ts';
import type { Sought } from '../words.ts';
import { isStart, type ScoredRow, selectNamed } from './name-queries.ts';
import { scoreOf } from './score.ts';

const CANDIDATES = 300;
const ENOUGH = 150;
/** Enough to fill a first page of the usual length, even if some members are not visible to the viewer. */
const BEST = 64;
const LONGEST_OF_BEST = 40;
/** If fewer members than this have one of the dictionary words, usernames are also searched by prefix. */
const FEW = 20;
/** The minimum fame for the index of well-known members (20 followers), and of famous ones (about 150). */
const KNOWN = sql.lit(17);
const FAMOUS = sql.lit(29);
/** The extra score of members whom the viewer follows or is connected with. */
const RELATIONSHIP = sql.lit(500);
const OWN_RELATIONSHIPS = sql.lit(500);

export const foundPersonKey = (row: FoundPersonRow): CursorKey => [row.score, row.id];

type CandidateRow = ScoredRow & { complete: boolean };
type Params = { exact: string; broad: string; known: string; all: string; few: number };

/** SQL: up to `CANDIDATES` members from an index who match `q`; none if `before` is enough already. */
const tier = (index: RawBuilder<boolean>, before: RawBuilder<number>, enough: RawBuilder<number>) => sql`
  SELECT s.user_id, s.document, s.fame FROM member_search s, q WHERE ${index}
  LIMIT (SELECT CASE WHEN ${before} < ${enough} THEN ${sql.lit(CANDIDATES)} ELSE 0 END)`;
/** SQL: leaves out people who wait to be admitted, since they would take members' places. They have no fame. */
const joined = notExistsPerRow(sql`SELECT 1 FROM join_requests request WHERE request.user_id = s.user_id`);
const countOf = (name: string) => sql<number>`(SELECT count(*) FROM ${sql.ref(name)})`;
const found = sql.lit(ENOUGH);

const selectCandidateRows = prepare<Params, CandidateRow>(
  'people-candidates',
  ({ exact, broad, known, all, few }) => sql<CandidateRow>`
    WITH q AS MATERIALIZED (
      SELECT ${exact}::tsquery AS exact, ${broad}::tsquery AS broad, ${known}::tsquery AS known,
        ${all}::tsquery AS every),
    famous AS MATERIALIZED (${tier(sql`s.fame >= ${FAMOUS} AND s.document @@ q.known`, sql`0`, found)}),
    known AS MATERIALIZED (${tier(sql`s.fame >= ${KNOWN} AND s.document @@ q.known`, countOf('famous'), found)}),
    well AS MATERIALIZED (SELECT * FROM famous UNION SELECT * FROM known),
    others AS MATERIALIZED (${tier(sql`s.document @@ q.every AND ${joined}`, countOf('well'), found)}),
    rest AS MATERIALIZED (${tier(
      sql`s.document @@ q.broad AND ${joined}`,
      sql`${countOf('well')} + ${countOf('others')}`,
      sql`${few}::integer`,
    )}),
    whole AS (SELECT ${countOf('well')} < ${found} AND ${countOf('others')} < ${sql.lit(CANDIDATES)}
      AND ${countOf('rest')} < ${sql.lit(CANDIDATES)} AS complete)
    SELECT every.user_id AS id, ${scoreOf('every')} AS score, whole.complete
    FROM (SELECT * FROM well UNION SELECT * FROM others UNION SELECT * FROM rest) every, q, whole
    ORDER BY score DESC, id DESC`,
);

/**
 * Members with these words, best match first. `complete` is true if there are no others, in which case no relationships
 * need to be looked up. Ids and scores are array literals, as they are sent with every page: serializing hundreds of
 * ids for each page took longer than everything else here.
 */
type Listed = { ids: string; scores: string; complete: boolean };

/** All candidates, and the best ones for a first page if there are many more. */
export type Candidates = { all: Listed; best: Listed | null };

const toListed = (rows: readonly ScoredRow[], complete: boolean): Listed => ({
  ids: `{${rows.map(({ id }) => id).join()}}`,
  scores: `{${rows.map(({ score }) => score).join()}}`,
  complete,
});

export async function selectCandidates(db: Db, sought: Sought): Promise<Candidates> {
  const { exact, broad, known, all, alternatives, abbreviated } = sought;
  // Members who match several words match by full name, so that none are added for a prefix alone.
  const rows = await selectCandidateRows(db, { exact, broad, known, all, few: alternatives.length === 1 ? FEW : 1 });
  if (isStart(sought)) return { all: toListed(await selectNamed(db, sought, rows), false), best: null };
  const complete = !abbreviated && rows.every((row) => row.complete);
  // Passing hundreds of candidates costs less than looking up hundreds of relationships, which is necessary only if
  // there are others.
  if (complete || rows.length <= BEST) return { all: toListed(rows, complete), best: null };
  return { all: toListed(rows, false), best: toListed(rows.slice(0, BEST), false) };
}

type PageArguments = Listed & {
  exact: string;
  broad: string;
  short: string;
  viewerId: string | null;
  score: number | null;
  id: string | null;
  limit: number;
  offset: number;
};

/** SQL: the candidates as `found`, with the viewer's relationships first, including those outside the candidates. */
const foundFor = ({ ids, scores, complete }: PageArguments, viewerId: string | null) => {
  const listed = sql`unnest(${ids}::uuid[], ${scores}::integer[]) l(id, score)`;
  if (viewerId === null) return sql`found AS (SELECT l.id, l.score FROM ${listed})`;
  return sql`
    relationships AS MATERIALIZED (
      (SELECT followed_id AS id FROM follows WHERE follower_id = ${viewerId}::uuid
        ORDER BY follows.id DESC LIMIT ${OWN_RELATIONSHIPS})
      UNION
      (SELECT other_user_id FROM connections WHERE user_id = ${viewerId}::uuid ORDER BY other_user_id DESC
        LIMIT ${OWN_RELATIONSHIPS})
    ),
    found AS (
      -- Relationships that are looked up have their present score on every page, and not the list's score as well.
      SELECT l.id, l.score + CASE WHEN known.id IS NULL THEN 0 ELSE ${RELATIONSHIP} END AS score
      FROM ${listed} LEFT JOIN relationships known ON known.id = l.id WHERE ${complete}::boolean OR known.id IS NULL
      UNION ALL (
        SELECT near.user_id, ${RELATIONSHIP} + ${scoreOf('near')} FROM q CROSS JOIN (
          -- By keys alone: with the words in the search, too, it would scan all members of that name.
          SELECT m.user_id, m.document, m.fame FROM member_search m
          WHERE NOT ${complete}::boolean AND m.user_id = ANY (ARRAY(SELECT id FROM relationships)) OFFSET 0
        ) near WHERE near.document @@ q.short
      )
    )`;
};

/**
 * The statement of `selectPeople`. Its form depends on whether there is a `viewerId`, and an `id` (of the last row), so
 * these are passed beside `args`, in which `prepare` has a placeholder for everything.
 */
const peopleSql = (args: PageArguments, viewerId: string | null, id: string | null) => {
  const { exact, broad, short, score, limit, offset } = args;
  const after = id === null ? sql`` : sql`WHERE (score, id) < (${score}::integer, ${id}::uuid)`;
  return sql<FoundPersonRow>`
    WITH q AS MATERIALIZED (SELECT ${exact}::tsquery AS exact, ${broad}::tsquery AS broad, ${short}::tsquery AS short,
      replace(${broad}::tsquery::text, '&', '|')::tsquery AS any_word),
    ${foundFor(args, viewerId)},
    page AS (
      -- In order, and no further than one page; deleted and renamed members are skipped.
      SELECT best.id, best.score, live.skilled
      FROM (SELECT id, score FROM found ${after} ORDER BY score DESC, id DESC) best, q
      CROSS JOIN LATERAL (
        -- Skills are the words of weight C.
        SELECT ts_filter(s.document, '{c}') @@ q.any_word AS skilled FROM member_search s
        WHERE s.user_id = best.id AND s.document @@ q.short OFFSET 0
      ) live
      WHERE ${memberVisible(viewerId, sql.ref('best.id'))}
      LIMIT ${limit}::integer OFFSET ${offset}::integer
    )
    SELECT page.score, ${foundColumns(viewerId)},
      CASE WHEN page.skilled THEN ARRAY(SELECT k.title FROM skills k, q
        WHERE k.user_id = u.id AND array_to_tsvector(search_words(k.title)) @@ q.any_word
        ORDER BY k.id DESC LIMIT 3) ELSE '{}' END AS skills
    FROM page JOIN users u ON u.id = page.id ${joinsFor(viewerId)}
    ORDER BY page.score DESC, page.id DESC`;
};

// Planning took longer than running, so each form is planned once per connection.
const forms = {
  guestFirst: prepare<PageArguments, FoundPersonRow>('people-guest-first', (args) => peopleSql(args, null, null)),
  guestNext: prepare<PageArguments, FoundPersonRow>('people-guest-next', (args) => peopleSql(args, null, args.id)),
  memberFirst: prepare<PageArguments, FoundPersonRow>('people-member-first', (args) =>
    peopleSql(args, args.viewerId, null),
  ),
  memberNext: prepare<PageArguments, FoundPersonRow>('people-member-next', (args) =>
    peopleSql(args, args.viewerId, args.id),
  ),
};

/** Returns one page, plus one row, of candidates and the viewer's relationships, best match first. */
export async function selectPeople(
  db: Db,
  { sought, candidates }: { sought: Sought; candidates: Candidates },
  viewerId: string | null,
  start: PageStart,
): Promise<FoundPersonRow[]> {
  const { exact, short } = sought;
  const broad = isStart(sought) ? short : sought.broad;
  const [score, id] = start.after ? [Number(start.after[0]), String(start.after[1])] : [null, null];
  const who = viewerId === null ? 'guest' : 'member';
  const select = forms[`${who}${id === null ? 'First' : 'Next'}`];
  const args = { exact, broad, short, viewerId, score, id };
  const read = (listed: Listed) => select(db, { ...listed, ...args, limit: start.limit + 1, offset: start.offset });
  if (candidates.best && id === null && start.offset + start.limit <= LONGEST_OF_BEST) {
    const rows = await read(candidates.best);
    if (rows.length > start.limit) return rows;
  }
  return read(candidates.all);
}

const foundColumns = (viewerId: string | null) => sql`
  u.id, ${personColumns}, u.country,
  ${
    viewerId === null
      ? sql`NULL::uuid AS my_follow_id, 'none' AS connection_status, NULL::uuid AS request_id`
      : relationshipColumns
  }`;

const joinsFor = (viewerId: string | null) => (viewerId === null ? sql`` : relationshipJoins(sql`${viewerId}::uuid`));

/** Returns suggested recipients before a word is typed: the member's connections, then members they follow. */
export async function selectNearPeople(db: Db, viewerId: string, start: PageStart): Promise<FoundPersonRow[]> {
  const after = start.after
    ? sql`WHERE (near.score, near.id) < (${start.after[0]}::integer, ${start.after[1]}::uuid)`
    : sql``;
  const { rows } = await sql<FoundPersonRow>`
    WITH near AS (
      SELECT id, max(score) AS score FROM (
        (SELECT other_user_id AS id, 2 AS score FROM connections WHERE user_id = ${viewerId}::uuid
          ORDER BY other_user_id DESC LIMIT ${OWN_RELATIONSHIPS})
        UNION ALL
        (SELECT followed_id, 1 FROM follows WHERE follower_id = ${viewerId}::uuid
          ORDER BY id DESC LIMIT ${OWN_RELATIONSHIPS})
      ) every GROUP BY id
    )
    SELECT page.score, ${foundColumns(viewerId)}, '{}'::text[] AS skills
    FROM (
      SELECT near.id, near.score FROM near JOIN users u ON u.id = near.id
      ${start.after ? sql`${after} AND` : sql`WHERE`} ${memberVisible(viewerId)}
      ORDER BY score DESC, near.id DESC LIMIT ${start.limit + 1} OFFSET ${start.offset}
    ) page JOIN users u ON u.id = page.id ${joinsFor(viewerId)}
    ORDER BY page.score DESC, page.id DESC`.execute(db);
  return rows;
}
