import { type RawBuilder, sql } from 'kysely';
import { type RelationshipRow, relationshipColumns, relationshipJoins } from '#access/relationships.ts';
import { memberVisible, pastJoining } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import type { CursorKey, PageStart } from '#db/statements/keyset.ts';
import { personColumns } from '../loaders.ts';
import type { PersonRow } from '../views.ts';
import type { FoundWords } from './find-words.ts';

export type FoundMemberRow = PersonRow & RelationshipRow & { country: string | null };

export const memberKey = (row: FoundMemberRow): CursorKey => [row.id];

/** SQL: whether the first or last name of `u` begins with these one or two letters. */
function nameStarts(start: string): RawBuilder<boolean> {
  const begins = (column: RawBuilder<unknown>) => sql`((name_start(${column}) COLLATE "C") >= ${start}
    AND (name_start(${column}) COLLATE "C") < ${start} || U&'\\+10FFFF')`;
  return sql`(${begins(sql.ref('u.first_name'))} OR ${begins(sql.ref('u.last_name'))})`;
}

/**
 * Returns one page of members who match the words and the country, newest first, plus one more row. The values are
 * literals that the planner can see: common ones are found soon in the order of ids, rare ones by their index.
 */
export async function selectMembers(
  db: Db,
  viewerId: string,
  { query, starts, country }: FoundWords & { country: string | null },
  start: PageStart,
): Promise<FoundMemberRow[]> {
  const conditions = [
    sql`u.id <> ${viewerId}::uuid AND u.deleted_at IS NULL AND ${pastJoining} AND ${memberVisible(viewerId)}`,
    ...(start.after ? [sql`u.id < ${start.after[0]}::uuid`] : []),
    ...(country === null ? [] : [sql`u.country = ${country}`]),
    ...starts.map(nameStarts),
  ];
  const words =
    query === null ? sql`` : sql`JOIN member_search s ON s.user_id = u.id AND s.document @@ ${query}::tsquery`;
  const { rows } = await sql<FoundMemberRow>`
    WITH page AS (
      SELECT u.id FROM users u ${words} WHERE ${sql.join(conditions, sql` AND `)}
      ORDER BY u.id DESC LIMIT ${start.limit + 1} OFFSET ${start.offset}
    )
    SELECT u.id, ${personColumns}, u.country, ${relationshipColumns}
    FROM page JOIN users u ON u.id = page.id ${relationshipJoins(sql`${viewerId}::uuid`)}
    ORDER BY u.id DESC`.execute(db);
  return rows;
}
