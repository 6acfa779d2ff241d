/**
 * The newest posts of the members that someone follows or is connected with, and their own. Loading a full page from
 * each author would read hundreds of rows an author. So the query first finds the newest post of each author: a page of
 * n posts is made of the n authors with the newest ones, and contains nothing older than the last of these.
 */
import { type RawBuilder, sql } from 'kysely';
import { postVisible } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import type { PageStart } from '#db/statements/keyset.ts';
import { prepare } from '#db/statements/prepared.ts';
import { type Filters, isUnfiltered, networkOf, noFilters, orders, pageConditions } from './orders.ts';
import type { IdRow } from './queries.ts';

/** SQL: the `reach` newest posts of a network that meet the conditions on `p`. */
const newestSql = (viewerId: string, conditions: RawBuilder<unknown>, reach: number): RawBuilder<IdRow> => sql<IdRow>`
  WITH heads AS MATERIALIZED (
    SELECT author.id AS author, newest.id AS head FROM (${networkOf(viewerId)}) author
    CROSS JOIN LATERAL (
      SELECT p.id FROM posts p WHERE p.user_id = author.id AND ${conditions} ORDER BY p.id DESC LIMIT 1
    ) newest
    ORDER BY newest.id DESC LIMIT ${reach}::integer
  )
  SELECT newest.id, newest.key FROM heads CROSS JOIN LATERAL (
    SELECT p.id, ${orders.latest.key} AS key FROM posts p
    WHERE p.user_id = heads.author AND ${conditions}
      AND p.id >= coalesce((SELECT h.head FROM heads h ORDER BY h.head DESC OFFSET ${reach}::integer - 1 LIMIT 1),
        '00000000-0000-0000-0000-000000000000')
    ORDER BY p.id DESC LIMIT ${reach}::integer
  ) newest
  ORDER BY newest.id DESC LIMIT ${reach}::integer`;

/** The posts after a cursor, for viewers who scroll far. */
export const selectNetworkBefore = prepare<{ viewerId: string; before: string; reach: number }, IdRow>(
  'network-before',
  ({ viewerId, before, reach }) =>
    newestSql(viewerId, pageConditions(orders.latest, noFilters, viewerId, [before]), reach),
);

/** Returns one page, and one row more, of a network's posts, newest first. */
export async function selectNetworkPostIds(
  db: Db,
  viewerId: string,
  filters: Filters,
  start: PageStart,
): Promise<IdRow[]> {
  if (isUnfiltered(filters) && start.after !== null && start.offset === 0)
    return selectNetworkBefore(db, { viewerId, before: String(start.after[0]), reach: start.limit + 1 });
  const conditions = pageConditions(orders.latest, filters, viewerId, start.after);
  const { rows } = await newestSql(viewerId, conditions, start.offset + start.limit + 1).execute(db);
  return rows.slice(start.offset);
}

/** Returns the newest posts of a network, as many as `reach`. */
export const selectNewestOfNetwork = prepare<{ viewerId: string; reach: number }, IdRow>(
  'network-newest',
  ({ viewerId, reach }) => newestSql(viewerId, postVisible(viewerId), reach),
);

/** Returns the posts that are newer than an id, newest first, at most `limit`; scans only these few posts. */
export const selectNewerOfNetwork = prepare<{ viewerId: string; since: string; limit: number }, IdRow>(
  'network-newer',
  ({ viewerId, since, limit }) => sql<IdRow>`
    SELECT p.id, ${orders.latest.key} AS key FROM posts p
    WHERE p.id > ${since}::uuid AND ${postVisible(viewerId)} AND (
      p.user_id = ${viewerId}::uuid
      OR EXISTS (SELECT 1 FROM follows f WHERE f.follower_id = ${viewerId}::uuid AND f.followed_id = p.user_id)
      OR EXISTS (SELECT 1 FROM connections c WHERE c.user_id = ${viewerId}::uuid AND c.other_user_id = p.user_id)
    )
    ORDER BY p.id DESC LIMIT ${limit}::integer`,
);

/** Returns whether any post is newer than an id. */
export const selectNewer = prepare<{ since: string }, { id: string }>(
  'younger-post',
  ({ since }) => sql<{ id: string }>`SELECT p.id FROM posts p WHERE p.id > ${since}::uuid ORDER BY p.id DESC LIMIT 1`,
);
