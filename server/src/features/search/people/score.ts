import { type RawBuilder, sql } from 'kysely';

/** The weights of a word, from unused (D) to skill (C), profession (B) and name (A). */
const WEIGHTS = sql.lit('{0, 0.25, 0.5, 1}');

/**
 * SQL: how well the member `of` (a row of `member_search`) matches the words of `q`. An integer, so that a cursor
 * stores it exactly.
 */
export const scoreOf = (of: string): RawBuilder<number> => {
  const [document, fame] = [sql.ref(`${of}.document`), sql.ref(`${of}.fame`)];
  return sql`9 * ${fame} + (1000 * ts_rank(${WEIGHTS}, ${document}, q.broad)
    + 2000 * ts_rank(${WEIGHTS}, ${document}, q.exact))::integer`;
};
