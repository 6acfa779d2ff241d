import { type RawBuilder, sql } from 'kysely';
import { notExistsPerRow } from '#access/not-exists-per-row.ts';
import { memberVisible, pastJoining } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import type { CursorKey, PageStart } from '#db/statements/keyset.ts';
import { personColumns } from './loaders.ts';
import { type ListName, lists, sources } from './sources.ts';
import type { SuggestionRow } from './suggestion-views.ts';

/**
 * SQL: whether the member `u` may be suggested to the viewer at all. It is evaluated member by member: joins would be
 * computed for all members of a profession before the first two hundred are taken.
 */
function suggestible(viewerId: string, list: ListName): RawBuilder<boolean> {
  const unconnected = notExistsPerRow(sql`
    SELECT 1 FROM connections c WHERE c.user_id = ${viewerId}::uuid AND c.other_user_id = u.id`);
  const unfollowed = notExistsPerRow(sql`
    SELECT 1 FROM follows f WHERE f.follower_id = ${viewerId}::uuid AND f.followed_id = u.id`);
  const undismissed = notExistsPerRow(sql`
    SELECT 1 FROM dismissed_people d WHERE d.user_id = ${viewerId}::uuid AND d.dismissed_id = u.id`);
  return sql`u.id <> ${viewerId}::uuid AND u.deleted_at IS NULL AND ${pastJoining} AND ${memberVisible(viewerId)}
    AND ${unfollowed} AND ${undismissed} AND ${list === 'colleagues' ? unconnected : sql`TRUE`}`;
}

export const suggestionKey = (row: SuggestionRow): CursorKey => [row.strength, row.shared, row.id];

/** Returns one page of a list of suggestions, strongest reason first, plus one more row, by one statement. */
export async function selectSuggestions(
  db: Db,
  list: ListName,
  viewerId: string,
  start: PageStart,
): Promise<SuggestionRow[]> {
  const wanted = suggestible(viewerId, list);
  const names = lists[list];
  const found = names.map(
    (
      name,
      index,
    ) => sql`SELECT found.id, found.shared, found.named, ${sql.lit(name)} AS source, ${sql.lit(-index)} AS strength
      FROM (${sources[name].find(viewerId, wanted)}) found`,
  );
  const after = start.after
    ? sql`WHERE (strength, shared, best.id) < (${start.after[0]}::integer, ${start.after[1]}::integer,
      ${start.after[2]}::uuid)`
    : sql``;
  const { rows } = await sql<SuggestionRow>`
    WITH me AS (SELECT profession, profession_kind, country FROM users WHERE id = ${viewerId}::uuid),
    best AS (
      SELECT DISTINCT ON (every.id) every.* FROM (${sql.join(found, sql` UNION ALL `)}) every
      ORDER BY every.id, every.strength DESC
    )
    SELECT best.source, best.strength, best.shared, best.named, NULL::uuid AS my_follow_id, u.country, u.notify_follow,
      u.id, ${personColumns}
    FROM best JOIN users u ON u.id = best.id ${after}
    ORDER BY best.strength DESC, best.shared DESC, best.id DESC
    LIMIT ${start.limit + 1} OFFSET ${start.offset}`.execute(db);
  return rows;
}

export async function insertDismissal(db: Db, userId: string, dismissedId: string): Promise<void> {
  await db
    .insertInto('dismissed_people')
    .values({ user_id: userId, dismissed_id: dismissedId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
