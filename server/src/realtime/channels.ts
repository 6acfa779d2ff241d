/** The channels through which features send to members' tabs, on this server and on others. */
import type { ServerEventName, ServerEventPayload, ServerEvents } from '@afterhours/contract/realtime';
import type { Channels } from '#services.ts';
import type { Io } from './member-socket.ts';
import type { Relay } from './relay/relay.ts';
import { memberRoom, postOfRoom, SERVERS, sessionRoom, watchRoom } from './rooms.ts';
import type { Handlers } from './socket-events.ts';
import type { LoadWatchedCounts } from './watching.ts';

type BroadcastHandlers = Map<string, ((payload: unknown) => void)[]>;
type Send = <K extends ServerEventName>(event: K, payload: ServerEventPayload<K>) => void;

/** The handlers that features have registered for sockets, and what limits the events of a member. */
export type Registered = {
  broadcasts: BroadcastHandlers;
  events: Handlers;
  sockets: Parameters<Channels['onSockets']>[0][];
  loadCounts: LoadWatchedCounts;
  takeFromMember: (userId: string) => boolean;
};

/** Sends to rooms: directly to sockets on this server, and through the relay to those on others. */
function createSenders(io: Io, relay: Relay, handlers: BroadcastHandlers) {
  /** Sends to the sockets on this server. */
  const here = (room: string, except: readonly string[] = []): Send => {
    const sockets = io.to(room).except([...except]);
    return (event, payload) =>
      void sockets.emit(event, ...([payload] as unknown as Parameters<ServerEvents[typeof event]>));
  };
  const broadcastHere = (name: string, payload: unknown): void => {
    for (const handler of handlers.get(name) ?? []) handler(payload);
  };
  // `news` is the broadcast's name in messages between servers.
  relay.follow(io.sockets.adapter, (room, carried) => {
    if ('news' in carried) broadcastHere(carried.news, carried.payload);
    else here(room, carried.except)(carried.event as ServerEventName, carried.payload as never);
  });
  return {
    here,
    everywhere:
      (room: string, except: readonly string[] = []): Send =>
      (event, payload) => {
        here(room, except)(event, payload);
        relay.send(room, { event, payload, except });
      },
    broadcast: (room: string, name: string, payload: unknown): void => {
      if (io.sockets.adapter.rooms.has(room)) broadcastHere(name, payload);
      relay.send(room, { news: name, payload });
    },
  };
}

export function createChannels(io: Io, relay: Relay, registered: Registered): Channels {
  const { here, everywhere, broadcast } = createSenders(io, relay, registered.broadcasts);
  return {
    toMember: (userId, event, payload) => everywhere(memberRoom(userId))(event, payload),
    toMemberHere: (userId, event, payload) => here(memberRoom(userId))(event, payload),
    toAllHere: (event, payload) =>
      void io.emit(event, ...([payload] as unknown as Parameters<ServerEvents[typeof event]>)),
    toWatchers(postId, payload, exceptUserIds) {
      here(watchRoom(postId), exceptUserIds.map(memberRoom))('post', payload);
    },
    toWatcher: (postId, userId, payload) => here(watchRoom(postId, userId))('post', payload),
    async watchersOf(postId) {
      const sockets = await io.in(watchRoom(postId)).fetchSockets();
      return [...new Set(sockets.map((socket) => socket.data.userId))];
    },
    watchedPosts: () =>
      [...io.of('/').adapter.rooms.keys()].flatMap((room) => {
        const postId = postOfRoom(room);
        return postId === undefined ? [] : [postId];
      }),
    toRoom(room, event, payload, exceptSocketId) {
      everywhere(room, exceptSocketId === undefined ? [] : [exceptSocketId])(event, payload);
    },
    broadcast(type, target, payload) {
      const room =
        target === 'others' ? SERVERS : 'member' in target ? memberRoom(target.member) : watchRoom(target.post);
      broadcast(room, type.name, payload);
    },
    onBroadcast({ name }, handler) {
      registered.broadcasts.set(name, [
        ...(registered.broadcasts.get(name) ?? []),
        handler as (payload: unknown) => void,
      ]);
    },
    handle: (event, handler) => void Object.assign(registered.events, { [event]: handler }),
    onSockets: (handlers) => void registered.sockets.push(handlers),
    guardWatching(loadCounts) {
      registered.loadCounts = loadCounts;
    },
    endSession(sessionId, reason = 'ended') {
      here(sessionRoom(sessionId))(`session:${reason}`, { sessionId });
      io.in(sessionRoom(sessionId)).disconnectSockets(true);
    },
  };
}
