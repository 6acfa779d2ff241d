/**
 * Carries a room's events to the other servers with sockets in it, through a Redis channel for each room, to which a
 * server subscribes while it has such sockets. A server sends events directly to its own sockets, independently of
 * Redis. To make up for events lost while the link is down, tabs reload (`link-status.ts`).
 */
import { randomUUID } from 'node:crypto';
import type { Namespace } from 'socket.io';
import type { Redis } from '#platform/redis/redis.ts';
import { isShared, SERVERS } from '../rooms.ts';

/**
 * An event for the sockets in the room, except those in the rooms of `except`; or a broadcast to the servers with such
 * sockets.
 */
type Carried = { event: string; payload: unknown; except?: readonly string[] } | { news: string; payload: unknown };

export type Relay = {
  send(room: string, carried: Carried): void;
  /** Resolves once a room is subscribed, or cannot be for now: a socket that enters after that misses no event. */
  subscribe: (room: string) => Promise<void>;
  /** Subscribes to the rooms of this server, and passes messages from other servers to `arrived`. */
  follow(adapter: Namespace['adapter'], arrived: (room: string, carried: Carried) => void): void;
};

const PREFIX = 'afterhours:room:';
/** After this time, a room is released that was subscribed for a socket that then did not enter it. */
const UNENTERED_MS = 10_000;

/**
 * Returns the relay over `redis`. Without Redis there are no other servers, or their tabs see changes only by
 * reloading. A message that cannot be handled, for instance one of another version, only goes to `onError`.
 */
export function createRelay(redis: Redis | null, onError: (error: unknown) => void): Relay {
  const nodeId = randomUUID();
  if (!redis) return { send: () => undefined, subscribe: async () => undefined, follow: () => undefined };
  let rooms: ReadonlyMap<string, unknown> = new Map();
  return {
    send(room, carried) {
      redis.publish(PREFIX + room, `${nodeId} ${JSON.stringify(carried)}`);
    },
    subscribe(room) {
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
        try {
          const carried = JSON.parse(text.slice(text.indexOf(' ') + 1)) as Carried;
          arrived(channel.slice(PREFIX.length), carried);
        } catch (error) {
          onError(error);
        }
      });
    },
  };
}
