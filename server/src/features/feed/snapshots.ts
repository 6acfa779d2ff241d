/**
 * Ranked lists keep their order while a viewer scrolls. A score changes with every like, so a cursor of scores would
 * repeat posts that fell and skip posts that rose. Instead, the first page takes a snapshot: the ids of the best
 * thousand posts at that moment, shared by all viewers of the same list within three seconds. The cursor names the
 * snapshot and a position in it. When the snapshot ends, it is continued with posts that it does not contain yet, in
 * their order at that time. Whether a post still exists and is visible to the viewer is checked page by page, and the
 * following posts fill the gaps.
 *
 * Snapshots are stored in the database for two hours, so that any server can follow any cursor, and only if there is a
 * second page. A cursor also carries the score and id of the last post: once the snapshot has expired, the list
 * continues there.
 */
import type { Selectable } from 'kysely';
import { createCache } from '#cache.ts';
import type { Db } from '#db/connection/pool.ts';
import { isUnreachable } from '#db/connection/unreachable.ts';
import { errorCode } from '#db/error-code.ts';
import type { FeedSnapshotsTable } from '#db/schema/tables/feed.ts';
import { AFTER_ALL_IDS, firstIdAt, newId } from '#db/statements/id.ts';
import { CursorError } from '#db/statements/keyset.ts';
import type { Services } from '#services.ts';
import type { FeedFilters } from './filters.ts';
import type { Order } from './orders.ts';
import { insertSnapshot, STORED_MS, selectRankedIds, selectSnapshot } from './snapshot-queries.ts';

/** Which posts are ranked, everyone's or one member's, and by what. */
export type Ranking = { order: Order; filters: FeedFilters };

/** A row of `feed_snapshots`: `key` is the order and the filters; if `complete`, nothing follows the last id. */
export type Snapshot = Selectable<FeedSnapshotsTable>;

const SNAPSHOT_IDS = 1_000;
const MAX_CONTINUATIONS = 4;
const SHARED_MS = 3_000;
const CACHED_RANKINGS = 200;
const CACHED_SNAPSHOTS = 100;

/** PostgreSQL's code for a table that a replica does not have, because it is unlogged. */
const NOT_ON_REPLICA = '0A000';

/** While a replica replaces the primary, snapshots count as expired. */
function ignoreOnReplica(error: unknown): undefined {
  if (errorCode(error) !== NOT_ON_REPLICA) throw error;
}

const keyOf = ({ order, filters: { userId, postType, hashtags, words } }: Ranking): string =>
  JSON.stringify([order.name, userId, postType, hashtags, words]);

/**
 * Takes a snapshot, or continues one with the ids that it lacks, in their current order. Posts newer than the continued
 * snapshot are left for the viewer's next visit.
 */
async function take(db: Db, ranking: Ranking, size: number, from?: Snapshot): Promise<Snapshot> {
  const { ids: except, taken_at } = from ?? { ids: [], taken_at: new Date() };
  const before = from ? firstIdAt(taken_at) : AFTER_ALL_IDS;
  const more = await selectRankedIds(db, ranking, { limit: size + 1, except, before });
  const ids = [...except, ...more.slice(0, size)];
  return { id: newId(), key: keyOf(ranking), ids, complete: more.length <= size, taken_at };
}

/**
 * Returns the snapshots of one process, on top of the shared table. `size` is the number of ids in one snapshot. They
 * are loaded from the primary, because a member who has just posted shares them with others.
 */
export function createSnapshots({ db, readsNow }: Pick<Services, 'db' | 'readsNow'>, size = SNAPSHOT_IDS) {
  /** By ranking. Saves taking a snapshot for each viewer, and storing it. */
  const current = createCache<Snapshot>({ ttlMs: () => SHARED_MS, size: CACHED_RANKINGS });
  /** By the snapshot that they continue, so that a repeated request takes and stores no further one. */
  const continued = createCache<Snapshot>({ ttlMs: () => STORED_MS, size: CACHED_SNAPSHOTS });
  /** The snapshots that are in the database. */
  const stored = createCache<Snapshot>({ ttlMs: () => STORED_MS, size: CACHED_SNAPSHOTS });

  return {
    /** Returns the snapshot of a first page, at most three seconds old. */
    current: (ranking: Ranking): Promise<Snapshot> =>
      current.fetch(keyOf(ranking), () => take(readsNow, ranking, size)),

    /** Returns a cursor's snapshot; null if it has expired. Throws CursorError if it belongs to another list. */
    async find(id: string, ranking: Ranking): Promise<Snapshot | null> {
      const snapshot = await stored.fetch(id, () => selectSnapshot(readsNow, id).catch(ignoreOnReplica));
      if (snapshot && snapshot.key !== keyOf(ranking)) throw new CursorError();
      return snapshot ?? null;
    },

    /** Returns a snapshot that starts like this one and adds the missing posts; `complete` if there are none left. */
    next: (ranking: Ranking, from: Snapshot): Promise<Snapshot> =>
      continued.fetch(from.id, () => take(readsNow, ranking, size, from)),

    /** Whether a snapshot is not continued any more. After it, a list continues by score and id alone. */
    isLongest: ({ ids }: Snapshot): boolean => ids.length >= size * (1 + MAX_CONTINUATIONS),

    /** Stores a snapshot so that cursors may name it. Returns false while the database accepts no writes. */
    async store(snapshot: Snapshot): Promise<boolean> {
      try {
        await stored.fetch(snapshot.id, () => insertSnapshot(db, snapshot));
        return true;
      } catch (error) {
        if (isUnreachable(error)) return false;
        throw error;
      }
    },

    /** Drops the cached first pages, because a member has posted. */
    dropCurrent: (): void => current.clear(),
  };
}

export type Snapshots = ReturnType<typeof createSnapshots>;
