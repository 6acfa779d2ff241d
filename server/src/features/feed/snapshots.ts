/**
 * Ranked lists keep still while they are read. A score changes with every like, so a cursor of scores would repeat
 * posts that fell and skip posts that rose. Instead, the first page takes a snapshot: the ids of the best thousand at
 * that moment, shared by all who ask the same within three seconds; the cursor names the snapshot and a position in
 * it. At its end it is continued by those it does not hold yet, in the order they have by then. Whom a post is hidden
 * from, and whether it is still there, is looked up page by page, and what falls out is filled up from behind.
 *
 * Snapshots are kept in the database, so that any node can serve any cursor, for two hours, and only when there is a
 * second page. A cursor also carries the score and id of the last post: with the snapshot gone, the list goes on there.
 */
import { firstIdAt, newId } from '#db/statements/id.ts';
import { CursorError } from '#db/statements/keyset.ts';
import type { Services } from '#services.ts';
import type { Filters, Order } from './orders.ts';
import { insertSnapshot, selectRankedIds, selectSnapshot } from './snapshot-queries.ts';

export type Snapshot = {
  id: string;
  /** The question it answers: order and filters. */
  key: string;
  ids: string[];
  /** Nothing comes after the last id. */
  complete: boolean;
  takenAt: Date;
};

/** What is ranked, for nobody in particular. */
export type Ranking = { order: Order; filters: Filters };

const SNAPSHOT_IDS = 1_000;
const SHARED_MS = 3_000;
const KEPT_QUESTIONS = 200;
const KEPT_SNAPSHOTS = 100;

/** Ids in one snapshot with all its continuations; beyond, a list goes on by score and id alone. */
export const MAX_SNAPSHOT_IDS = 5 * SNAPSHOT_IDS;

const keyOf = ({ order, filters }: Ranking): string =>
  JSON.stringify([order.name, filters.userId, filters.postType, filters.hashtags, filters.words]);

/** A map that forgets its oldest entries. */
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

/**
 * The snapshots of one process over the shared table. `size` is how many ids one takes. They are read from the primary:
 * who has just posted shares them with others, who could do with an older answer.
 */
export function createSnapshots({ db, readsNow }: Pick<Services, 'db' | 'readsNow'>, size = SNAPSHOT_IDS) {
  const current = new Recent<{ takenAt: number; snapshot: Promise<Snapshot> }>(KEPT_QUESTIONS);
  const continued = new Recent<Promise<Snapshot>>(KEPT_SNAPSHOTS);
  const held = new Recent<Snapshot>(KEPT_SNAPSHOTS);
  const stored = new Recent<Promise<void>>(KEPT_SNAPSHOTS);

  async function take(ranking: Ranking): Promise<Snapshot> {
    const takenAt = new Date();
    const ids = await selectRankedIds(readsNow, ranking, { limit: size + 1, except: [], before: null });
    const complete = ids.length <= size;
    return { id: newId(), key: keyOf(ranking), ids: ids.slice(0, size), complete, takenAt };
  }

  async function takeNext(ranking: Ranking, from: Snapshot): Promise<Snapshot> {
    // Posts younger than the snapshot belong to its reader's next visit.
    const before = firstIdAt(from.takenAt);
    const more = await selectRankedIds(readsNow, ranking, { limit: size + 1, except: from.ids, before });
    const ids = [...from.ids, ...more.slice(0, size)];
    return { ...from, id: newId(), ids, complete: more.length <= size };
  }

  /** Gives what `make` gives, to all who ask before it is there; a failure is not kept. */
  function shared<V>(map: Map<string, V>, key: string, value: V, promise: Promise<unknown>): V {
    map.set(key, value);
    promise.catch(() => map.delete(key));
    return value;
  }

  return {
    /** The snapshot of a first page: at most three seconds old. */
    current(ranking: Ranking): Promise<Snapshot> {
      const key = keyOf(ranking);
      const last = current.get(key);
      if (last && Date.now() - last.takenAt < SHARED_MS) return last.snapshot;
      const snapshot = take(ranking);
      return shared(current, key, { takenAt: Date.now(), snapshot }, snapshot).snapshot;
    },

    /** The snapshot a cursor names, or null when it is gone. Throws CursorError when it answers another question. */
    async find(id: string, ranking: Ranking): Promise<Snapshot | null> {
      const snapshot = held.get(id) ?? (await selectSnapshot(readsNow, id));
      if (!snapshot) return null;
      if (snapshot.key !== keyOf(ranking)) throw new CursorError('This cursor does not belong to this list.');
      held.set(id, snapshot);
      stored.set(id, Promise.resolve());
      return snapshot;
    },

    /** A snapshot that begins as this one and goes on with what it lacks; complete when that is nothing. */
    next(ranking: Ranking, from: Snapshot): Promise<Snapshot> {
      const known = continued.get(from.id);
      if (known) return known;
      const snapshot = takeNext(ranking, from);
      return shared(continued, from.id, snapshot, snapshot);
    },

    /** Makes a snapshot one that cursors may name. Throws what the database says when it cannot be written to. */
    keep(snapshot: Snapshot): Promise<void> {
      held.set(snapshot.id, snapshot);
      const known = stored.get(snapshot.id);
      if (known) return known;
      const inserted = insertSnapshot(db, snapshot);
      return shared(stored, snapshot.id, inserted, inserted);
    },

    /** First pages are read anew: somebody has posted. */
    renew(): void {
      current.clear();
    },
  };
}
