/**
 * The newest posts of members' networks, remembered for some seconds: who comes back, or scrolls on, is only asked what
 * has come since. Nothing is missed that way: every reading goes back a little before the last one, because a post may
 * become visible after a younger one has; and what a member does themselves makes their network forgotten.
 */
import { firstIdAt } from '#db/id.ts';
import type { PageStart } from '#db/keyset.ts';
import { postDeleted, postSaved } from '#features/posts/events.ts';
import type { Services } from '#services.ts';
import { selectNewerOfNetwork, selectNewestOfNetwork, selectYounger } from './network-queries.ts';
import type { IdRow } from './queries.ts';

const REACH = 64;
const REMEMBERED_MS = 20_000;
/** Between a post's id and its commit; clocks of servers differ, too. */
const LATE_MS = 10_000;
const KEPT = 4_000;
const YOUNGEST_MS = 1_000;

type Network = { rows: readonly IdRow[]; complete: boolean; readAt: number };

export type Networks = {
  /** One page (and one more) of a member's network; null when what is remembered does not reach so far. */
  page(viewerId: string, start: PageStart): Promise<IdRow[] | null>;
};

const lateBefore = (time: number): string => firstIdAt(new Date(time - LATE_MS));

/** The newest rows of two lists, newest first, each once. */
function merge(newer: readonly IdRow[], older: readonly IdRow[]): IdRow[] {
  const known = new Set(newer.map((row) => row.id));
  return [...newer, ...older.filter((row) => !known.has(row.id))].sort((a, b) => (a.id < b.id ? 1 : -1));
}

export function createNetworks({ readsNow: db, memory, events }: Services): Networks {
  const remembered = memory.create<Network>({ ms: REMEMBERED_MS, kept: KEPT, weigh: () => 1 });
  /** The newest post of all, looked up once a second for all. */
  let youngest: { id: Promise<string>; until: number } | null = null;
  events.after(postDeleted, () => remembered.clear());
  events.after(postSaved, () => {
    youngest = null;
  });

  function findYoungest(): Promise<string> {
    if (youngest && youngest.until > Date.now()) return youngest.id;
    const id = selectYounger(db, { since: firstIdAt(new Date(0)) }).then(([row]) => row?.id ?? '');
    const asked = { id, until: Date.now() + YOUNGEST_MS };
    id.catch(() => {
      if (youngest === asked) youngest = null;
    });
    youngest = asked;
    return id;
  }

  async function read(viewerId: string): Promise<Network> {
    const readAt = Date.now();
    const rows = await selectNewestOfNetwork(db, { viewerId, reach: REACH });
    return { rows, complete: rows.length < REACH, readAt };
  }

  /** The network as it is now, from what it was. */
  async function refresh(viewerId: string, known: Network): Promise<Network> {
    const readAt = Date.now();
    const newer = await selectNewerOfNetwork(db, { viewerId, since: lateBefore(known.readAt), limit: REACH });
    // So many that there may be a gap before what is known.
    if (newer.length === REACH) return read(viewerId);
    const rows = merge(newer, known.rows);
    return { rows: rows.slice(0, REACH), complete: known.complete && rows.length <= REACH, readAt };
  }

  return {
    async page(viewerId, start) {
      const known = remembered.find(viewerId);
      const still = known !== null && (await findYoungest()) <= lateBefore(known.readAt);
      const network = still
        ? known
        : await remembered.read(viewerId, () => (known ? refresh(viewerId, known) : read(viewerId)));
      const last = start.after?.[0];
      const rest = last === undefined ? network.rows : network.rows.filter((row) => row.id < String(last));
      const rows = rest.slice(start.offset, start.offset + start.limit + 1);
      return rows.length > start.limit || network.complete ? rows : null;
    },
  };
}
