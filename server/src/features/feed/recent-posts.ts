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
  /** Newest first. */
  ids: readonly string[];
  /** The places in `ids` of each author's posts, in that order: numbers are compared much faster than ids. */
  byAuthor: ReadonlyMap<string, readonly number[]>;
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
  const byAuthor = new Map<string, number[]>();
  for (const [place, { user_id }] of rows.entries()) byAuthor.getOrInsert(user_id, []).push(place);
  return { before, ids: rows.map(({ id }) => id), byAuthor, isWhole: rows.length < MAX_POSTS };
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

/** Returns the place of the first id below another one. */
function placeBelow(id: string, ids: readonly string[]): number {
  let [from, to] = [0, ids.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if ((ids[middle] ?? '') >= id) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** With this many, the places beyond a page are dropped. */
const MAX_PLACES = 128;

const firstOf = (places: readonly number[], count: number): number[] =>
  [...new Set(places)].sort((a, b) => a - b).slice(0, count);

/** Returns the newest of these authors' posts that are in memory and before an id, newest first, each once. */
export function newestOf(
  { ids, byAuthor }: RecentPosts,
  authorIds: readonly string[],
  before: string,
  count: number,
): string[] {
  const start = placeBelow(before, ids);
  let end = ids.length;
  let places: number[] = [];
  for (const authorId of authorIds) {
    for (const place of byAuthor.get(authorId) ?? []) {
      if (place >= end) break;
      if (place >= start) places.push(place);
    }
    if (places.length < MAX_PLACES) continue;
    places = firstOf(places, count);
    end = places[count - 1] ?? end;
  }
  return firstOf(places, count).flatMap((place) => ids[place] ?? []);
}
