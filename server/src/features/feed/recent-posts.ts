/**
 * The newest posts of all members, in memory, by author. From them, a page of a network is found without looking up
 * each of its authors: two fifths more pages a second among 100,000 members. Each server loads its own once a minute.
 * Nothing is invalidated: posts are left out while they are so new that others may still be committed below them, and
 * whether the viewer sees a post is checked for each page.
 */
import { MINUTE_MS } from '@afterhours/contract/base/durations';
import type { Db } from '#db/connection/pool.ts';
import { isUnreachable } from '#db/connection/unreachable.ts';
import { firstIdOfPast } from '#db/statements/id.ts';
import { perApp } from '#per-app.ts';
import type { Services } from '#services.ts';
import { selectAuthorsBefore } from './queries.ts';

export type RecentPosts = {
  /** Posts from this id on are not here. */
  before: string;
  /** Ids of posts by the id of their author, newest first. */
  byAuthor: ReadonlyMap<string, readonly string[]>;
  /** Whether all older posts are here. */
  isWhole: boolean;
};

/** Much longer than transactions take and than clocks differ. */
const SETTLED_MS = MINUTE_MS;
const LIFETIME_MS = MINUTE_MS;
const MAX_POSTS = 65_536;

async function load(db: Db): Promise<RecentPosts> {
  const before = firstIdOfPast(SETTLED_MS);
  const rows = await selectAuthorsBefore(db, before, MAX_POSTS);
  const byAuthor = new Map<string, string[]>();
  for (const { id, user_id } of rows) byAuthor.getOrInsert(user_id, []).push(id);
  return { before, byAuthor, isWhole: rows.length < MAX_POSTS };
}

const currentOf = perApp(({ db, log }) => {
  let current: RecentPosts | null = null;
  let loadedAt = Number.NEGATIVE_INFINITY;
  async function reload(): Promise<void> {
    loadedAt = performance.now();
    try {
      current = await load(db);
    } catch (err) {
      // While the primary is away, the database is searched for what is missing here.
      if (!isUnreachable(err)) log.warn({ err }, 'recent posts could not be loaded');
    }
  }
  return () => {
    if (performance.now() - loadedAt > LIFETIME_MS) void reload();
    // After the clock was set back, new ids are below those in memory.
    return current !== null && current.before <= firstIdOfPast(0) ? current : null;
  };
});

/** Returns the server's recent posts, and replaces them in the background once they are old; null if there are none. */
export const recentPosts = (services: Services): RecentPosts | null => currentOf(services)();

/** Returns the place of an id among others, newest first. By halves, since it is looked up for hundreds of posts. */
function placeOf(id: string, newest: readonly string[]): number {
  let [from, to] = [0, newest.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if ((newest[middle] ?? '') > id) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Returns the newest of these authors' posts that are in memory and before an id, newest first, each once. */
export function newestOf(
  { byAuthor }: RecentPosts,
  authorIds: readonly string[],
  before: string,
  count: number,
): string[] {
  const newest: string[] = [];
  for (const authorId of authorIds) {
    for (const id of byAuthor.get(authorId) ?? []) {
      if (newest.length >= count && id <= (newest.at(-1) ?? id)) break;
      const place = placeOf(id, newest);
      if (id >= before || newest[place] === id) continue;
      newest.splice(place, 0, id);
      if (newest.length > count) newest.pop();
    }
  }
  return newest;
}
