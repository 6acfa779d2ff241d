/**
 * Ranked lists keep their order while a viewer scrolls. A score changes with every like, so a cursor of scores would
 * repeat posts that fell and skip posts that rose. Instead, the first page takes a snapshot: the ids of the best
 * thousand at that moment, shared by all viewers of the same list within three seconds. The cursor names the snapshot
 * and a position in it. At its end the snapshot is continued by posts that it does not contain yet, in their order by
 * then. Whether a post still exists and is visible to the viewer is checked page by page, and the next posts fill the
 * gaps.
 *
 * Snapshots are stored in the database for two hours, so that any server can follow any cursor, and only when there is
 * a second page. A cursor also carries the score and id of the last post: when the snapshot has expired, the list goes
 * on there.
 */
import { firstIdAt, newId } from '#db/statements/id.ts';
import { CursorError } from '#db/statements/keyset.ts';
import type { Services } from '#services.ts';
import type { Filters, Order } from './orders.ts';
import { insertSnapshot, selectRankedIds, selectSnapshot } from './snapshot-queries.ts';

export type Snapshot = {
  id: string;
  /** The order and the filters. */
  key: string;
  ids: string[];
  /** Nothing comes after the last id. */
  complete: boolean;
  takenAt: Date;
};

/** The ranking, without a viewer. */
export type Ranking = { order: Order; filters: Filters };

const SNAPSHOT_IDS = 1_000;
const SHARED_MS = 3_000;
const KEPT_QUESTIONS = 200;
const KEPT_SNAPSHOTS = 100;

/** Ids in one snapshot with all its continuations; after them, a list goes on by score and id alone. */
export const MAX_SNAPSHOT_IDS = 5 * SNAPSHOT_IDS;

const keyOf = ({ order, filters }: Ranking): string =>
  JSON.stringify([order.name, filters.userId, filters.postType, filters.hashtags, filters.words]);

/** A map that drops its oldest entries. */
class Recent<V> extends Map<string, V> {
  readonly #size: number;

  constructor(size: number) {
    super();
    this.#size = size;
  }

  override set(key: string, value: V): this {
    super.delete(key);
    super.set(key, value);
    for (const oldest of this.keys()) {
      if (this.size <= this.#size) break;
      this.delete(oldest);
    }
    return this;
  }
}

export type Snapshots = ReturnType<typeof createSnapshots>;

async function takeSnapshot(db: Services['readsNow'], ranking: Ranking, size: number): Promise<Snapshot> {
  const takenAt = new Date();
  const ids = await selectRankedIds(db, ranking, { limit: size + 1, except: [], before: null });
  const complete = ids.length <= size;
  return { id: newId(), key: keyOf(ranking), ids: ids.slice(0, size), complete, takenAt };
}

async function continueSnapshot(
  db: Services['readsNow'],
  ranking: Ranking,
  from: Snapshot,
  size: number,
): Promise<Snapshot> {
  // Posts newer than the snapshot are for the viewer's next visit.
  const before = firstIdAt(from.takenAt);
  const more = await selectRankedIds(db, ranking, { limit: size + 1, except: from.ids, before });
  const ids = [...from.ids, ...more.slice(0, size)];
  return { ...from, id: newId(), ids, complete: more.length <= size };
}

/** Caches a value, shared by all concurrent callers, until its promise fails. */
function share<V>(map: Map<string, V>, key: string, value: V, promise: Promise<unknown>): V {
  map.set(key, value);
  promise.catch(() => map.delete(key));
  return value;
}

/**
 * Returns the snapshots of one process over the shared table. `size` is the number of ids in one. They are loaded from
 * the primary, because a member who has just posted shares them with others.
 */
export function createSnapshots({ db, readsNow }: Pick<Services, 'db' | 'readsNow'>, size = SNAPSHOT_IDS) {
  const current = new Recent<{ takenAt: number; snapshot: Promise<Snapshot> }>(KEPT_QUESTIONS);
  const continued = new Recent<Promise<Snapshot>>(KEPT_SNAPSHOTS);
  const cached = new Recent<Snapshot>(KEPT_SNAPSHOTS);
  const stored = new Recent<Promise<void>>(KEPT_SNAPSHOTS);

  return {
    /** Returns the snapshot of a first page, at most three seconds old. */
    current(ranking: Ranking): Promise<Snapshot> {
      const key = keyOf(ranking);
      const last = current.get(key);
      if (last && Date.now() - last.takenAt < SHARED_MS) return last.snapshot;
      const snapshot = takeSnapshot(readsNow, ranking, size);
      return share(current, key, { takenAt: Date.now(), snapshot }, snapshot).snapshot;
    },

    /** Returns a cursor's snapshot, null when it has expired. Throws CursorError when it is of another list. */
    async find(id: string, ranking: Ranking): Promise<Snapshot | null> {
      const snapshot = cached.get(id) ?? (await selectSnapshot(readsNow, id));
      if (!snapshot) return null;
      if (snapshot.key !== keyOf(ranking)) throw new CursorError('This cursor does not belong to this list.');
      cached.set(id, snapshot);
      stored.set(id, Promise.resolve());
      return snapshot;
    },

    /** Returns a snapshot that begins like this one and adds the missing posts; complete when there are none. */
    next(ranking: Ranking, from: Snapshot): Promise<Snapshot> {
      const known = continued.get(from.id);
      if (known) return known;
      const snapshot = continueSnapshot(readsNow, ranking, from, size);
      return share(continued, from.id, snapshot, snapshot);
    },

    /** Stores a snapshot so that cursors may name it. Throws the database's error when it cannot be written to. */
    keep(snapshot: Snapshot): Promise<void> {
      cached.set(snapshot.id, snapshot);
      const known = stored.get(snapshot.id);
      if (known) return known;
      const inserted = insertSnapshot(db, snapshot);
      return share(stored, snapshot.id, inserted, inserted);
    },

    /** Drops the cached first pages, because somebody has posted. */
    renew: (): void => current.clear(),
  };
}
