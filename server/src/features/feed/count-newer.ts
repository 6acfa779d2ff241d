/** Counts new posts as the viewer's feed would show them. */
import { sql } from 'kysely';
import { hasFeedMutes } from '#access/mutes.ts';
import type { Db } from '#db/connection/pool.ts';
import { countInFeed } from '#features/posts/loaders.ts';
import type { Services } from '#services.ts';
import { type Filters, listedOfNetwork, listedWith, networkMemberIds } from './filters.ts';

/** Posts of others after the id `since`, in the whole feed or in the viewer's network. */
type Newer = { filters: Filters; network: boolean; since: string };

type NewRow = { id: string; mutes: boolean };

/** If a member has muted most of the new posts, at most this many posts are read per counted one. */
const READ_PER_COUNTED = 5;

/** Returns some of these posts: up to `limit`, or several times as many for a viewer who has muted anything. */
async function selectNewPosts(
  db: Db,
  viewerId: string,
  { filters, network, since }: Newer,
  limit: number,
): Promise<NewRow[]> {
  const most = READ_PER_COUNTED * limit;
  const isNew = sql`p.id > ${since}::uuid AND p.user_id <> ${viewerId}::uuid`;
  const found = network
    ? sql`SELECT p.id FROM (SELECT DISTINCT id FROM (${networkMemberIds(viewerId)}) network) author
        CROSS JOIN LATERAL (SELECT p.id FROM posts p
          WHERE p.user_id = author.id AND ${isNew} AND ${listedOfNetwork(filters, viewerId)}
          ORDER BY p.id DESC LIMIT ${most}) p`
    : sql`SELECT p.id FROM posts p WHERE ${isNew} AND ${listedWith(filters, viewerId)}`;
  const mutes = hasFeedMutes(sql`${viewerId}::uuid`);
  const { rows } = await sql<NewRow>`
    SELECT id, ${mutes} AS mutes FROM (${found}) found
    LIMIT CASE WHEN ${mutes} THEN ${most}::integer ELSE ${limit}::integer END`.execute(db);
  return rows;
}

/**
 * Counts the posts of others after an id that are in the viewer's feed, up to `limit`. This takes one statement, and
 * more only if the member has muted something and there are new posts, because muted words can be found only in the
 * posts' texts.
 */
export async function countNewer(services: Services, viewerId: string, newer: Newer, limit: number): Promise<number> {
  const rows = await selectNewPosts(services.readsNow, viewerId, newer, limit);
  if (!rows[0]?.mutes) return rows.length;
  const ids = rows.map(({ id }) => id);
  let count = 0;
  for (let read = 0; read < ids.length && count < limit; read += limit)
    count += await countInFeed(services, viewerId, ids.slice(read, read + limit));
  return Math.min(count, limit);
}
