/**
 * Socket.IO on the application's HTTP server. The handshake carries the token of a live session. Each member then has a
 * room, and so does each session, so that ending a session closes its sockets.
 */
import type { Server as HttpServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { socialLoginMessages } from '@afterhours/contract/account/social-login';
import type { ClientEvents, ServerEventName, ServerEventPayload, ServerEvents } from '@afterhours/contract/realtime';
import type { FastifyBaseLogger } from 'fastify';
import { Server, type Socket } from 'socket.io';
import { AppError } from '#http/errors/errors.ts';
import { findSession, requireAccepted, requireNoSanction } from '#http/gate/gate.ts';
import type { Allowance } from '#http/gate/rate-limit.ts';
import type { Session } from '#http/gate/session.ts';
import type { Sessions } from '#http/gate/sessions.ts';
import type { Channels } from '#services.ts';
import { type ConnectionLimits, createConnectionGuard, HANDSHAKE_MS, hasTooManySockets } from './connection-guard.ts';
import type { LiveSocket } from './live-socket.ts';
import type { LinkStatus } from './relay/link-status.ts';
import type { Relay } from './relay/relay.ts';
import { isShared, memberRoom, postOfRoom, SERVERS, sessionRoom, watchRoom } from './rooms.ts';
import { addEvents, type Handlers } from './socket-events.ts';
import { addWatching, type LoadWatchedCounts } from './watching.ts';

type NoEvents = Record<string, never>;
type Io = Server<ClientEvents, ServerEvents, NoEvents, Session>;
type MemberSocket = Socket<ClientEvents, ServerEvents, NoEvents, Session>;

const MAX_EVENT_BYTES = 64 * 1024;
/** A dead connection is detected within the sum of the two; presence guarantees ten seconds. */
const PING_INTERVAL_MS = 4_000;
const PING_TIMEOUT_MS = 3_500;
/** Disconnected tabs reconnect at once, so only this many are disconnected at a time. */
const CLOSED_AT_ONCE = 200;
const CLOSING_PAUSE_MS = 20;

const tokenOf = (auth: Record<string, unknown>): string | null =>
  typeof auth.token === 'string' && auth.token !== '' ? auth.token : null;

function toLiveSocket(socket: MemberSocket, subscribe: Relay['subscribe']): LiveSocket {
  const rooms = new Set<string>();
  return {
    id: socket.id,
    userId: socket.data.userId,
    rooms,
    get connected() {
      return socket.connected;
    },
    async enter(room) {
      if (isShared(room)) await subscribe(room);
      // A closed socket would never leave a room that it enters now.
      if (!socket.connected) return;
      rooms.add(room);
      await socket.join(room);
    },
    leave(room) {
      rooms.delete(room);
      void socket.leave(room);
    },
    emit(event, payload) {
      socket.emit(event, ...([payload] as unknown as Parameters<ServerEvents[typeof event]>));
    },
  };
}

type Dependencies = {
  sessions: Sessions;
  relay: Relay;
  linkStatus: LinkStatus;
  log: FastifyBaseLogger;
  allowance: Allowance;
  limits: ConnectionLimits;
};
type AddressOf = ReturnType<typeof createConnectionGuard>['addressOf'];

/** Admits a socket whose token belongs to a live session, after its member's room is subscribed. */
function addHandshake(io: Io, { sessions, allowance, relay, log, limits }: Dependencies, addressOf: AddressOf): void {
  const refuse = (status: number, message: string): Error => Object.assign(new Error(message), { data: { status } });
  async function admit(socket: MemberSocket): Promise<Error | undefined> {
    // One connection may send any number of tokens, one after the other: each is charged like a call.
    const caller = { token: tokenOf(socket.handshake.auth), address: addressOf(socket.request), cost: 'read' } as const;
    const session = await findSession({ sessions, allowance }, caller);
    if (!session) return refuse(401, 'Please sign in to continue.');
    if (session.limited) return refuse(403, socialLoginMessages.needsDetails.message);
    requireNoSanction(session);
    requireAccepted(session);
    if (limits.factor > 0 && hasTooManySockets(io, session.userId)) return refuse(429, 'Too many windows are open.');
    await relay.subscribe(memberRoom(session.userId));
    socket.data = session;
    return undefined;
  }
  io.use((socket, next) => {
    admit(socket).then(next, (error: unknown) => {
      if (error instanceof AppError) return next(refuse(error.status, error.message));
      log.error({ err: error }, 'socket handshake failed');
      next(refuse(503, 'The service is busy right now.'));
    });
  });
}

type BroadcastHandlers = Map<string, ((payload: unknown) => void)[]>;
type Send = <K extends ServerEventName>(event: K, payload: ServerEventPayload<K>) => void;

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

/** Disconnects all sockets, a few at a time; they reconnect to any server that is up by then. */
async function disconnectAll(io: Io): Promise<void> {
  const sockets = [...io.sockets.sockets.values()];
  for (let start = 0; start < sockets.length; start += CLOSED_AT_ONCE) {
    for (const socket of sockets.slice(start, start + CLOSED_AT_ONCE)) socket.conn.close();
    if (start + CLOSED_AT_ONCE < sockets.length) await delay(CLOSING_PAUSE_MS);
  }
}

function createServer(http: HttpServer, guard: ReturnType<typeof createConnectionGuard>): Io {
  const io: Io = new Server(http, {
    serveClient: false,
    transports: ['websocket', 'polling'],
    maxHttpBufferSize: MAX_EVENT_BYTES,
    pingInterval: PING_INTERVAL_MS,
    pingTimeout: PING_TIMEOUT_MS,
    connectTimeout: HANDSHAKE_MS,
    allowRequest: (request, decide) => guard.allow(request, decide),
  });
  guard.watch(http, io);
  return io;
}

/** The handlers that features have registered for sockets. */
type Registered = {
  broadcasts: BroadcastHandlers;
  events: Handlers;
  sockets: Parameters<Channels['onSockets']>[0][];
  loadCounts: LoadWatchedCounts;
};

function createChannels(
  io: Io,
  { here, everywhere, broadcast }: ReturnType<typeof createSenders>,
  registered: Registered,
): Channels {
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

/** Serves an admitted socket: its rooms, its events, and the features' handlers. */
function connect(
  socket: MemberSocket,
  { sessions, relay, linkStatus, log }: Dependencies,
  registered: Registered,
  channels: Pick<Channels, 'endSession'>,
): void {
  const { sessionId } = socket.data;
  const live = toLiveSocket(socket, relay.subscribe);
  void socket.join([memberRoom(live.userId), sessionRoom(sessionId)]);
  addEvents(socket, live, registered.events, log);
  const loadCounts: LoadWatchedCounts = (userId, postId) => registered.loadCounts(userId, postId);
  addWatching(socket, { loadCounts, subscribe: relay.subscribe, log });
  if (linkStatus.weak) live.emit('line', { weak: true });
  for (const handlers of registered.sockets) handlers.opened(live);
  socket.once('disconnect', () => {
    for (const handlers of registered.sockets) handlers.closed(live);
  });
  // If the session ended during the handshake, there was no socket to close yet.
  sessions.listRevoked([sessionId]).then(
    (revoked) => revoked.forEach(({ reason }) => channels.endSession(sessionId, reason)),
    (error: unknown) => log.error({ err: error }, 'checking a session failed'),
  );
}

/** Starts the realtime server on `http`; `close` disconnects every socket. */
export function createRealtime(http: HttpServer, dependencies: Dependencies) {
  const guard = createConnectionGuard(dependencies.limits);
  const io = createServer(http, guard);
  addHandshake(io, dependencies, guard.addressOf);
  const registered: Registered = { broadcasts: new Map(), events: {}, sockets: [], loadCounts: async () => null };
  const channels = createChannels(io, createSenders(io, dependencies.relay, registered.broadcasts), registered);
  dependencies.linkStatus.onChange((weak) => channels.toAllHere('line', { weak }));
  io.on('connection', (socket) => {
    guard.admitted(socket.conn);
    connect(socket, dependencies, registered, channels);
  });
  return {
    io,
    channels,
    /** Returns the sessions with sockets on this server. */
    listSessions: () => [...new Set([...io.sockets.sockets.values()].map((socket) => socket.data.sessionId))],
    async close() {
      await disconnectAll(io);
      await io.close();
    },
  };
}
