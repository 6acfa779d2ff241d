/**
 * What this server remembers of single members between calls, for some seconds: their marks on posts, what is new in
 * their network. It is forgotten with every write of theirs, of which the other servers get word – by the server, or by
 * the member's browser (`positions.ts`) –, and when the database tells of a change that somebody else made (a block, a
 * payment): so nobody reads less than they have written. While word may not come through nothing is remembered.
 */

import { defineBroadcast } from '#broadcast.ts';
import type { DbNotifications } from '#db/db-notifications.ts';
import type { Channels, Services } from '#services.ts';

export type MemberCache = {
  /** Forgets on this server all that is remembered of a member: something is otherwise for them. */
  forget(userId: string): void;
  /** The same everywhere: they have written. */
  written(userId: string): void;
  /** A new kind of thing that is remembered. `weigh` says how much of `kept` one takes; the longest unread goes first. */
  create<V>(options: { ms: number; kept: number; weigh: (value: V) => number }): Remembered<V>;
};

type Remembered<V> = {
  /** What is remembered of a member, null for nothing. */
  find(userId: string): V | null;
  /** Reads, and remembers what comes – until the time the known one had, if there was one – unless it was overtaken by a write. */
  read(userId: string, reading: () => Promise<V>): Promise<V>;
  clear(): void;
};

type Held<V> = { value: V; until: number };
/** Readings of one member that are under way; `overtaken` once the member has been forgotten meanwhile. */
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
