/**
 * Carries what is told in a room to the other servers that have windows in it: a channel of Redis for each room, which
 * a server hears as long as it has such windows. One's own windows are told directly and do not depend on it. What is
 * lost while the line is down is read again by the windows (`line.ts`).
 */
import { randomUUID } from 'node:crypto';
import type { Namespace } from 'socket.io';
import type { Redis } from '#platform/redis/redis.ts';
import { isShared, SERVERS } from '../rooms.ts';

/** An event for the windows of the room, but for those in rooms of `except`; or news for the servers that have some. */
type Carried = { event: string; payload: unknown; except?: readonly string[] } | { news: string; payload: unknown };

export type Relay = {
  send(room: string, carried: Carried): void;
  /** Resolves when a room is heard, or cannot be for now: who enters after that misses nothing that is carried. */
  hear: (room: string) => Promise<void>;
  /** Follows the rooms of this server, and gives what others say in them to `arrived`. */
  follow(adapter: Namespace['adapter'], arrived: (room: string, carried: Carried) => void): void;
};

const PREFIX = 'afterhours:room:';
/** A room that was heard for a window that then did not come. */
const UNENTERED_MS = 10_000;

/** Null for what no server of ours has written: Redis may have other users. */
function parse(text: string): Carried | null {
  try {
    return JSON.parse(text) as Carried;
  } catch {
    return null;
  }
}

/** The relay over `redis`; without it there are no other servers, or their windows learn by reading. */
export function createRelay(redis: Redis | null): Relay {
  const nodeId = randomUUID();
  if (!redis) return { send: () => undefined, hear: async () => undefined, follow: () => undefined };
  let rooms: ReadonlyMap<string, unknown> = new Map();
  return {
    send(room, carried) {
      redis.publish(PREFIX + room, `${nodeId} ${JSON.stringify(carried)}`);
    },
    hear(room) {
      if (rooms.has(room)) return Promise.resolve();
      setTimeout(() => rooms.has(room) || redis.release(PREFIX + room), UNENTERED_MS).unref();
      return redis.hold(PREFIX + room);
    },
    follow(adapter, arrived) {
      rooms = adapter.rooms;
      void redis.hold(PREFIX + SERVERS);
      adapter.on('create-room', (room: string) => isShared(room) && void redis.hold(PREFIX + room));
      adapter.on('delete-room', (room: string) => isShared(room) && redis.release(PREFIX + room));
      redis.onMessage((channel, text) => {
        if (!channel.startsWith(PREFIX) || text.startsWith(nodeId)) return;
        const carried = parse(text.slice(text.indexOf(' ') + 1));
        if (carried) arrived(channel.slice(PREFIX.length), carried);
      });
    },
  };
}
