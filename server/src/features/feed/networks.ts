/**
 * Caches the newest posts of members' networks for some seconds: for a viewer who comes back, or scrolls on, only newer
 * posts are loaded. No post is missed: every load goes back a little before the previous one, because a post may become
 * visible after a newer one, and a member's own writes drop their cached network. For a viewer who scrolls beyond it, a
 * range of the same length is loaded from there, for the next pages.
 */
import type { Db } from '#db/connection/pool.ts';
import { firstIdAt } from '#db/statements/id.ts';
import type { PageStart } from '#db/statements/keyset.ts';
import { postDeleted, postSaved } from '#features/posts/events.ts';
import type { Services } from '#services.ts';
import { selectNetworkBefore, selectNewer, selectNewerOfNetwork, selectNewestOfNetwork } from './network-queries.ts';
import type { IdRow } from './queries.ts';

const REACH = 64;
const CACHE_MS = 20_000;
/** The time between a post's id and its commit, and the difference between servers' clocks. */
const LATE_MS = 10_000;
const KEPT = 4_000;
const NEWEST_MS = 1_000;

/** Consecutive ids of a network, newest first; complete when none comes after them. */
type Stretch = { ids: readonly string[]; complete: boolean };
/** The beginning of a network. */
type Network = Stretch & { loadedAt: number };
/** The range after the id `from`. */
type Further = Stretch & { from: string };

export type Networks = {
  /** Returns one page, and one row more, of a member's network; null when it is neither cached so far nor can be. */
  page(viewerId: string, start: PageStart): Promise<IdRow[] | null>;
};

const lateBefore = (time: number): string => firstIdAt(new Date(time - LATE_MS));

const toRow = (id: string): IdRow => ({ id, key: [id] });

const toStretch = (rows: readonly IdRow[]): Stretch => ({
  ids: rows.map(({ id }) => id),
  complete: rows.length < REACH,
});

/** Returns the part of a range after an id; null when the page may go beyond the range. */
function cut({ ids, complete }: Stretch, after: string | null, { offset, limit }: PageStart): IdRow[] | null {
  const rest = after === null ? ids : ids.slice(firstBelow(ids, after));
  const found = rest.slice(offset, offset + limit + 1);
  return found.length > limit || complete ? found.map(toRow) : null;
}

function firstBelow(ids: readonly string[], after: string): number {
  const place = ids.findIndex((id) => id < after);
  return place === -1 ? ids.length : place;
}

/** Merges the ids of two lists, newest first, each once. */
const merge = (newer: readonly string[], older: readonly string[]): string[] =>
  [...new Set([...newer, ...older])].sort().reverse();

/** Returns a function that finds the newest post of all, loaded once a second for all viewers. */
function createNewest({ readsNow: db, events }: Services): () => Promise<string> {
  let newest: { id: Promise<string>; until: number } | null = null;
  events.after(postSaved, () => {
    newest = null;
  });
  return () => {
    if (newest && newest.until > Date.now()) return newest.id;
    const id = selectNewer(db, { since: firstIdAt(new Date(0)) }).then(([row]) => row?.id ?? '');
    const loading = { id, until: Date.now() + NEWEST_MS };
    id.catch(() => {
      if (newest === loading) newest = null;
    });
    newest = loading;
    return id;
  };
}

async function loadNetwork(db: Db, viewerId: string): Promise<Network> {
  const loadedAt = Date.now();
  return { ...toStretch(await selectNewestOfNetwork(db, { viewerId, reach: REACH })), loadedAt };
}

/** Brings a cached network up to date. */
async function refreshNetwork(db: Db, viewerId: string, known: Network): Promise<Network> {
  const loadedAt = Date.now();
  const newer = await selectNewerOfNetwork(db, { viewerId, since: lateBefore(known.loadedAt), limit: REACH });
  // With so many new posts there may be a gap before the known ones.
  if (newer.length === REACH) return loadNetwork(db, viewerId);
  const ids = merge(toStretch(newer).ids, known.ids);
  return { ids: ids.slice(0, REACH), complete: known.complete && ids.length <= REACH, loadedAt };
}

export function createNetworks(services: Services): Networks {
  const { readsNow: db, memberCache, events } = services;
  const beginnings = memberCache.create<Network>({ ms: CACHE_MS, kept: KEPT, weigh: () => 1 });
  const further = memberCache.create<Further>({ ms: CACHE_MS, kept: KEPT, weigh: () => 1 });
  const findNewest = createNewest(services);
  events.after(postDeleted, () => {
    beginnings.clear();
    further.clear();
  });

  async function findBeginning(viewerId: string): Promise<Network> {
    const known = beginnings.find(viewerId);
    if (known && (await findNewest()) <= lateBefore(known.loadedAt)) return known;
    return beginnings.load(viewerId, () => (known ? refreshNetwork(db, viewerId, known) : loadNetwork(db, viewerId)));
  }

  async function loadFurther(viewerId: string, from: string): Promise<Further> {
    return { ...toStretch(await selectNetworkBefore(db, { viewerId, before: from, reach: REACH })), from };
  }

  return {
    async page(viewerId, start) {
      const after = start.after === null ? null : String(start.after[0]);
      const rows = cut(await findBeginning(viewerId), after, start);
      if (rows || after === null || start.limit >= REACH) return rows;
      const known = further.find(viewerId);
      const kept = known && after <= known.from ? cut(known, after, start) : null;
      return kept ?? cut(await further.load(viewerId, () => loadFurther(viewerId, after)), after, start);
    },
  };
}
