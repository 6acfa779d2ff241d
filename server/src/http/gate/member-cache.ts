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
  forget(userId: string): void;
  /** The same on all servers: the member has written. */
  written(userId: string): void;
  /**
   * Makes a new kind of cache. `weigh` returns the size of a value, of `kept` in all; the least recently used is
   * dropped first.
   */
  create<V>(options: { ms: number; kept: number; weigh: (value: V) => number }): Remembered<V>;
};

type Remembered<V> = {
  /** Returns the cached value of a member, null for none. */
  find(userId: string): V | null;
  /**
   * Loads and caches a value, unless a concurrent write has overtaken it. It expires when the known one would, if any.
   */
  read(userId: string, reading: () => Promise<V>): Promise<V>;
  clear(): void;
};

type Held<V> = { value: V; until: number };
/** The pending loads of one member; `overtaken` after the member's caches were dropped in the meantime. */
type Underway = { overtaken: boolean; count: number };

function createRemembered<V>(
  isReliable: () => boolean,
  { ms, kept, weigh }: { ms: number; kept: number; weigh: (value: V) => number },
): Remembered<V> & { forget(userId: string): void } {
  const held = new Map<string, Held<V>>();
  const underway = new Map<string, Underway>();
  let weight = 0;

  function drop(userId: string): void {
    const entry = held.get(userId);
    if (!entry) return;
    weight -= weigh(entry.value);
    held.delete(userId);
  }

  function forget(userId: string): void {
    const readings = underway.get(userId);
    if (readings) readings.overtaken = true;
    underway.delete(userId);
    drop(userId);
  }

  function keep(userId: string, value: V): void {
    const known = held.get(userId);
    const now = Date.now();
    const until = known && known.until > now ? known.until : now + ms;
    drop(userId);
    held.set(userId, { value, until });
    weight += weigh(value);
    for (const oldest of held.keys()) {
      if (weight <= kept) break;
      drop(oldest);
    }
  }

  return {
    forget,
    clear() {
      for (const userId of [...underway.keys(), ...held.keys()]) forget(userId);
    },
    find(userId) {
      const entry = isReliable() ? held.get(userId) : undefined;
      return entry && entry.until > Date.now() ? entry.value : null;
    },
    async read(userId, reading) {
      const mine = underway.get(userId) ?? { overtaken: false, count: 0 };
      mine.count++;
      underway.set(userId, mine);
      try {
        const value = await reading();
        if (!mine.overtaken && isReliable()) keep(userId, value);
        return value;
      } finally {
        mine.count--;
        if (mine.count === 0 && underway.get(userId) === mine) underway.delete(userId);
      }
    },
  };
}

const memberWrote = defineBroadcast<{ userId: string }>('member-wrote');

type Sources = { dbNotifications: DbNotifications; linkStatus: Services['linkStatus']; channels: Channels };

export function createMemberCache({ dbNotifications, linkStatus, channels }: Sources): MemberCache {
  const kinds: { forget(userId: string): void; clear(): void }[] = [];
  const forget = (userId: string): void => {
    for (const kind of kinds) kind.forget(userId);
  };
  dbNotifications.on('member_changed', forget);
  channels.onBroadcast(memberWrote, ({ userId }) => forget(userId));
  const forgetAll = (): void => {
    for (const kind of kinds) kind.clear();
  };
  dbNotifications.onGap(forgetAll);
  linkStatus.onChange(forgetAll);
  return {
    forget,
    written(userId) {
      forget(userId);
      channels.broadcast(memberWrote, 'others', { userId });
    },
    create(options) {
      const kind = createRemembered(() => dbNotifications.reliable && !linkStatus.weak, options);
      kinds.push(kind);
      return kind;
    },
  };
}
