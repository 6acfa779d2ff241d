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
import { bytesOfIds, ID_BYTES, idAt } from '#db/statements/id-bytes.ts';
import { perApp } from '#per-app.ts';
import type { Services } from '#services.ts';
import { IdTable } from './id-table.ts';
import { selectAuthorsBefore } from './queries.ts';

export type RecentPosts = {
  /** Posts from this id on are not here. */
  before: string;
  /** The ids, newest first. A post's place is its number in this order. */
  ids: Buffer;
  /** The place of each author's newest post. */
  newest: Pick<IdTable, 'get'>;
  /** For each place, that of the same author's next older post; -1 if there is none. */
  older: Readonly<Int32Array>;
  /** Whether all older posts are here. */
  isWhole: boolean;
};

/** Much longer than transactions take and than clocks differ. */
const SETTLED_MS = MINUTE_MS;
const LIFETIME_MS = MINUTE_MS;
const MAX_POSTS = 65_536;
const NONE = -1;

/** Links the posts of each author, whose ids are in the order of the posts. */
export function linkByAuthor(authorIds: Buffer): Pick<RecentPosts, 'newest' | 'older'> {
  const count = authorIds.length / ID_BYTES;
  const newest = new IdTable(count);
  const older = new Int32Array(count);
  for (let place = count - 1; place >= 0; place--) {
    older[place] = newest.get(authorIds, place * ID_BYTES);
    newest.set(authorIds, place * ID_BYTES, place);
  }
  return { newest, older };
}

async function load(db: Db): Promise<RecentPosts> {
  const before = firstIdOfPast(SETTLED_MS);
  const { ids, authorIds } = await selectAuthorsBefore(db, before, MAX_POSTS);
  return { before, ids, ...linkByAuthor(authorIds), isWhole: ids.length < MAX_POSTS * ID_BYTES };
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
function placeBelow(id: string, ids: Buffer): number {
  const wanted = bytesOfIds([id]);
  let [from, to] = [0, ids.length / ID_BYTES];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const isAbove = ids.compare(wanted, 0, ID_BYTES, middle * ID_BYTES, (middle + 1) * ID_BYTES) >= 0;
    if (isAbove) from = middle + 1;
    else to = middle;
  }
  return from;
}

/**
 * Returns the ids of the newest posts of a network that are in memory and before an id, newest first, each once.
 * `members` are the ids of its members.
 */
export function newestOf(
  { ids, newest, older }: RecentPosts,
  members: Buffer,
  before: string,
  count: number,
): string[] {
  const start = placeBelow(before, ids);
  const next: number[] = [];
  for (let at = 0; at < members.length; at += ID_BYTES) {
    let place = newest.get(members, at);
    while (place !== NONE && place < start) place = older[place] ?? NONE;
    if (place !== NONE) next.push(place);
  }
  // Each author's next post, as far as these can be on the page. Members may occur twice.
  const waiting = [...new Set(Int32Array.from(next).sort())].slice(0, count);
  const found: string[] = [];
  while (found.length < count) {
    const place = waiting.shift();
    if (place === undefined) break;
    found.push(idAt(ids, place * ID_BYTES));
    const following = older[place] ?? NONE;
    if (following !== NONE) waiting.splice(waiting.findLastIndex((other) => other < following) + 1, 0, following);
  }
  return found;
}
