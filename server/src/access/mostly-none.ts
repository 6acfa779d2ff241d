import { type RawBuilder, sql } from 'kysely';

/**
 * SQL: whether a look-up (SQL, one column) finds nothing; for conditions that nearly all rows meet. A look-up for each
 * row, and nothing that can become a join: lists are read in their order, and no further than a page. The planner takes
 * "IS NULL" for rare and would sort all members to find the few that are left; it takes "IS NOT NULL" for common.
 */
export const mostlyNone = (lookUp: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(CASE WHEN (${lookUp} LIMIT 1) IS NULL THEN 1 END) IS NOT NULL`;
