/** How many posts are new, as their reader would see them. */
import { AFTER_ALL_IDS } from '#db/statements/id.ts';
import { countInFeed } from '#features/posts/loaders.ts';
import type { Services } from '#services.ts';
import { type Newer, selectNewPosts } from './queries.ts';

/** Of a member who has muted most of what is new, so many times the posts that are counted are looked at. */
const PAGES = 5;

/**
 * Counts the posts of others after an id that are in the viewer's feed, up to `limit`. It costs one statement, and more
 * only for members who have muted something while something is new: a muted word is found in the posts' texts alone.
 */
export async function countNewer(services: Services, viewerId: string, newer: Newer, limit: number): Promise<number> {
  let count = 0;
  let before = AFTER_ALL_IDS;
  for (let page = 0; page < PAGES && count < limit; page++) {
    const rows = await selectNewPosts(services.readsNow, viewerId, newer, { before, limit });
    const last = rows.at(-1);
    if (!last?.mutes) return Math.min(count + rows.length, limit);
    const ids = rows.map(({ id }) => id);
    count += await countInFeed(services, viewerId, ids);
    if (ids.length < limit) break;
    before = last.id;
  }
  return Math.min(count, limit);
}
