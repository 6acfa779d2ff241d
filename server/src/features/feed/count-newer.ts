/** Counts new posts as the viewer's feed would show them. */
import { countInFeed } from '#features/posts/loaders.ts';
import type { Services } from '#services.ts';
import { type Newer, selectNewPosts } from './queries.ts';

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
