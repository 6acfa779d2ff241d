/**
 * Caches values of single members between calls, for some seconds: their viewer state, the newest posts of their
 * network. Every write of the member drops them. The other servers learn of it by a broadcast, or from the cookie of
 * the member's browser (`write-positions.ts`). Database notifications drop them when somebody else changed something
 * for the member (a block, a payment). So nobody loads less than they have written. While broadcasts may be lost
 * nothing is cached.
 */

import { defineBroadcast } from '#broadcast.ts';
import type { DbNotifications } from '#db/db-notifications.ts';
import type { Channels, Services } from '#services.ts';

export type MemberCache = {
  /** Drops all cached values of a member on this server: something has changed for them. */
  drop(userId: string): void;
  /** The same on all servers: the member has written. */
  written(userId: string): void;
  /**
   * Makes a new kind of cache. `weigh` returns the size of a value, of `kept` in all; the least recently loaded
   * is dropped first.
   */
  create<V>(options: Weighing<V>): ValueCache<V>;
};

type ValueCache<V> = {
  /** Returns the cached value of a member, null for none. */
  find(userId: string): V | null;
  /**
   * Loads and caches a value, unless a concurrent write has overtaken it. It expires when the known one would, if any.
   */
  load(userId: string, work: () => Promise<V>): Promise<V>;
  clear(): void;
};

type Weighing<V> = { ms: number; kept: number; weigh: (value: V) => number };

/** Values with a lifetime, in the order of their loads; the oldest are dropped when they weigh too much. */
class Entries<V> {
  readonly #entries = new Map<string, { value: V; until: number }>();
  readonly #options: Weighing<V>;
  #weight = 0;

  constructor(options: Weighing<V>) {
    this.#options = options;
  }

  keys(): Iterable<string> {
    return this.#entries.keys();
  }

  find(userId: string): V | null {
    const entry = this.#entries.get(userId);
    return entry && entry.until > Date.now() ? entry.value : null;
  }

  drop(userId: string): void {
    const entry = this.#entries.get(userId);
    if (!entry) return;
    this.#weight -= this.#options.weigh(entry.value);
    this.#entries.delete(userId);
  }

  keep(userId: string, value: V): void {
    const { ms, kept, weigh } = this.#options;
    const known = this.#entries.get(userId);
    const now = Date.now();
    const until = known && known.until > now ? known.until : now + ms;
    this.drop(userId);
    this.#entries.set(userId, { value, until });
    this.#weight += weigh(value);
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= kept) break;
      this.drop(oldest);
    }
  }
}

/** The pending loads of one member; `overtaken` after the member's caches were dropped in the meantime. */
type PendingLoads = { overtaken: boolean; count: number };

function createValueCache<V>(
  isReliable: () => boolean,
  options: Weighing<V>,
): ValueCache<V> & { drop(userId: string): void } {
  const entries = new Entries(options);
  const pending = new Map<string, PendingLoads>();

  function drop(userId: string): void {
    const loads = pending.get(userId);
    if (loads) loads.overtaken = true;
    pending.delete(userId);
    entries.drop(userId);
  }

  return {
    drop,
    clear() {
      for (const userId of [...pending.keys(), ...entries.keys()]) drop(userId);
    },
    find: (userId) => (isReliable() ? entries.find(userId) : null),
    async load(userId, work) {
      const mine = pending.get(userId) ?? { overtaken: false, count: 0 };
      mine.count++;
      pending.set(userId, mine);
      try {
        const value = await work();
        if (!mine.overtaken && isReliable()) entries.keep(userId, value);
        return value;
      } finally {
        mine.count--;
        if (mine.count === 0 && pending.get(userId) === mine) pending.delete(userId);
      }
    },
  };
}

const memberWrote = defineBroadcast<{ userId: string }>('member-wrote');

type Sources = { dbNotifications: DbNotifications; linkStatus: Services['linkStatus']; channels: Channels };

export function createMemberCache({ dbNotifications, linkStatus, channels }: Sources): MemberCache {
  const kinds: { drop(userId: string): void; clear(): void }[] = [];
  const drop = (userId: string): void => {
    for (const kind of kinds) kind.drop(userId);
  };
  dbNotifications.on('member_changed', drop);
  channels.onBroadcast(memberWrote, ({ userId }) => drop(userId));
  const dropAll = (): void => {
    for (const kind of kinds) kind.clear();
  };
  dbNotifications.onGap(dropAll);
  linkStatus.onChange(dropAll);
  return {
    drop,
    written(userId) {
      drop(userId);
      channels.broadcast(memberWrote, 'others', { userId });
    },
    create(options) {
      const kind = createValueCache(() => dbNotifications.reliable && !linkStatus.weak, options);
      kinds.push(kind);
      return kind;
    },
  };
}
