import { type RawBuilder, sql } from 'kysely';

/**
 * SQL: whether a look-up (SQL, one column) finds nothing; for conditions that nearly all rows meet. It stays a look-up
 * for each row and cannot become a join, so lists are read in their order and no further than a page. The planner
 * assumes that "IS NULL" is rare and would sort all members to find the few that remain; it assumes that "IS NOT NULL"
 * is common.
 */
export const notExistsPerRow = (lookUp: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(CASE WHEN (${lookUp} LIMIT 1) IS NULL THEN 1 END) IS NOT NULL`;
