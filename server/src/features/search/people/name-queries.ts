/** Members whose first or last name begins with one or two letters. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { prepare } from '#db/statements/prepared.ts';
import type { Sought } from '../words.ts';
import { scoreOf } from './score.ts';

const CANDIDATES = sql.lit(300);

type Asked = { start: string; exact: string; short: string; ids: string };
export type ScoredRow = { id: string; score: number };

/** Whether one or two letters were typed, and nothing else. Then a beginning counts for as much as elsewhere a word. */
export const isStart = ({ abbreviated, alternatives }: Sought): boolean => abbreviated && alternatives.length === 1;

/** SQL: some members whose name begins so; the index is read no further than that. */
const beginning = (column: RawBuilder<unknown>, start: string): RawBuilder<unknown> => sql`
  (SELECT u.id FROM users u WHERE (name_start(${column}) COLLATE "C") >= ${start}::text
    AND (name_start(${column}) COLLATE "C") < ${start}::text || U&'\\+10FFFF' LIMIT ${CANDIDATES})`;

const selectRows = prepare<Asked, ScoredRow>(
  'people-named',
  ({ start, exact, short, ids }) => sql<ScoredRow>`
    WITH q AS MATERIALIZED (SELECT ${exact}::tsquery AS exact, ${short}::tsquery AS broad)
    SELECT s.user_id AS id, ${scoreOf('s')} AS score
    FROM (${beginning(sql.ref('u.first_name'), start)} UNION ${beginning(sql.ref('u.last_name'), start)}
      UNION SELECT unnest(${ids}::uuid[])) named
    JOIN member_search s ON s.user_id = named.id CROSS JOIN q
    ORDER BY score DESC, id DESC LIMIT ${CANDIDATES}`,
);

/** Up to 300 of those who were found otherwise and of those whose name begins so, who match best first. */
export function selectNamed(db: Db, { exact, short, alternatives }: Sought, found: readonly ScoredRow[]) {
  const ids = `{${found.map(({ id }) => id).join()}}`;
  return selectRows(db, { start: alternatives[0]?.[0] ?? '', exact, short, ids });
}
