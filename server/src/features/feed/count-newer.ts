/** How many posts are new, as their reader would see them. */
import { countInFeed } from '#features/posts/loaders.ts';
import type { Services } from '#services.ts';
import { type Newer, selectNewPosts } from './queries.ts';

/** Of a member who has muted most of what is new, so many posts are looked at for each that is counted. */
const LOOKED_AT = 5;

/**
 * Counts the posts of others after an id that are in the viewer's feed, up to `limit`. It costs one statement, and more
 * only for members who have muted something while something is new: a muted word is found in the posts' texts alone.
 */
export async function countNewer(services: Services, viewerId: string, newer: Newer, limit: number): Promise<number> {
  const rows = await selectNewPosts(services.readsNow, viewerId, newer, { limit, most: LOOKED_AT * limit });
  if (!rows[0]?.mutes) return rows.length;
  const ids = rows.map(({ id }) => id);
  let count = 0;
  for (let looked = 0; looked < ids.length && count < limit; looked += limit)
    count += await countInFeed(services, viewerId, ids.slice(looked, looked + limit));
  return Math.min(count, limit);
}
