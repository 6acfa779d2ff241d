/** Finds members whose first or last name begins with one or two letters. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { prepare } from '#db/statements/prepared.ts';
import type { Sought } from '../words.ts';
import { scoreOf } from './score.ts';

const CANDIDATES = sql.lit(300);

type Params = { start: string; exact: string; short: string; ids: string };
export type ScoredRow = { id: string; score: number };

/** True if only one or two letters were typed. A name prefix then scores like a full word elsewhere. */
export const isStart = ({ abbreviated, alternatives }: Sought): boolean => abbreviated && alternatives.length === 1;

/** SQL: some members whose name begins with the letters, from a limited range of the index. */
const beginning = (column: RawBuilder<unknown>, start: string): RawBuilder<unknown> => sql`
  (SELECT u.id FROM users u WHERE (name_start(${column}) COLLATE "C") >= ${start}::text
    AND (name_start(${column}) COLLATE "C") < ${start}::text || U&'\\+10FFFF' LIMIT ${CANDIDATES})`;

const selectRows = prepare<Params, ScoredRow>(
  'people-named',
  ({ start, exact, short, ids }) => sql<ScoredRow>`
    WITH q AS MATERIALIZED (SELECT ${exact}::tsquery AS exact, ${short}::tsquery AS broad)
    SELECT s.user_id AS id, ${scoreOf('s')} AS score
    FROM (${beginning(sql.ref('u.first_name'), start)} UNION ${beginning(sql.ref('u.last_name'), start)}
      UNION SELECT unnest(${ids}::uuid[])) named
    JOIN member_search s ON s.user_id = named.id CROSS JOIN q
    ORDER BY score DESC, id DESC LIMIT ${CANDIDATES}`,
);

/** Returns up to 300 candidates, best match first: those already found and those whose name begins with the letters. */
export function selectNamed(db: Db, { exact, short, alternatives }: Sought, found: readonly ScoredRow[]) {
  const ids = `{${found.map(({ id }) => id).join()}}`;
  return selectRows(db, { start: alternatives[0]?.[0] ?? '', exact, short, ids });
}
