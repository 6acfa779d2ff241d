/** How many posts are new, as their reader would see them. */
import { AFTER_ALL_IDS } from '#db/statements/id.ts';
import { countInFeed } from '#features/posts/loaders.ts';
import type { Services } from '#services.ts';
import { type Newer, selectNewPostIds, selectNewPostsCount } from './queries.ts';

/** Of a member who has muted most of what is new, so many posts are looked at for each that is counted. */
const PAGES = 5;

/** Looks at the posts themselves: a muted word is found in their texts alone. */
async function countUnmuted(services: Services, viewerId: string, newer: Newer, limit: number): Promise<number> {
  let count = 0;
  let before = AFTER_ALL_IDS;
  for (let page = 0; page < PAGES && count < limit; page++) {
    const ids = await selectNewPostIds(services.readsNow, viewerId, newer, { before, limit });
    count += ids.length > 0 ? await countInFeed(services, viewerId, ids) : 0;
    const last = ids.at(-1);
    if (last === undefined || ids.length < limit) break;
    before = last;
  }
  return Math.min(count, limit);
}

/**
 * Counts the posts of others after an id that are in the viewer's feed, up to `limit`. It costs one statement, and more
 * only for members who have muted something while something is new.
 */
export const countNewer = async (services: Services, viewerId: string, newer: Newer, limit: number): Promise<number> =>
  (await selectNewPostsCount(services.readsNow, viewerId, newer, limit)) ??
  countUnmuted(services, viewerId, newer, limit);
