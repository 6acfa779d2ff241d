/**
 * Socket.IO on the application's HTTP server. The handshake carries the token of a live session. Each member then has a
 * room, and so does each session, so that ending a session closes its sockets.
 */
import type { Server as HttpServer } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { Server } from 'socket.io';
import type { Allowance } from '#http/gate/rate-limit.ts';
import type { Sessions } from '#http/gate/sessions.ts';
import type { Channels } from '#services.ts';
import { createChannels, type Registered } from './channels.ts';
import {
  type ConnectionGuard,
  type ConnectionLimits,
  createConnectionGuard,
  HANDSHAKE_MS,
} from './connection-guard.ts';
import { createMemberBudgets } from './event-budget.ts';
import { addHandshake } from './handshake.ts';
import { type Io, type MemberSocket, toLiveSocket } from './member-socket.ts';
import type { LinkStatus } from './relay/link-status.ts';
import type { Relay } from './relay/relay.ts';
import { memberRoom, sessionRoom } from './rooms.ts';
import { addEvents } from './socket-events.ts';
import { addWatching, type LoadWatchedCounts } from './watching.ts';

const MAX_EVENT_BYTES = 64 * 1024;
/** A dead connection is detected within the sum of the two; presence guarantees ten seconds. */
const PING_INTERVAL_MS = 4_000;
const PING_TIMEOUT_MS = 3_500;
/** Disconnected tabs reconnect at once, so only this many are disconnected at a time. */
const CLOSED_AT_ONCE = 200;
const CLOSING_PAUSE_MS = 20;
/** A client that does not confirm within this time that its socket is closed, for instance a sleeping phone, is cut. */
const CONFIRM_MS = 1_000;

type Dependencies = {
  sessions: Sessions;
  relay: Relay;
  linkStatus: LinkStatus;
  log: FastifyBaseLogger;
  allowance: Allowance;
  limits: ConnectionLimits;
};

/** Disconnects all sockets, a few at a time; they reconnect to any server that is up by then. */
async function disconnectAll(io: Io): Promise<void> {
  const sockets = [...io.sockets.sockets.values()];
  for (let start = 0; start < sockets.length; start += CLOSED_AT_ONCE) {
    for (const socket of sockets.slice(start, start + CLOSED_AT_ONCE)) socket.conn.close();
    if (start + CLOSED_AT_ONCE < sockets.length) await delay(CLOSING_PAUSE_MS);
  }
}

/** Returns a function that ends the connections of all sockets. */
function followConnections(http: HttpServer): () => void {
  const open = new Set<Duplex>();
  http.on('upgrade', (_request, connection: Duplex) => {
    open.add(connection);
    connection.once('close', () => open.delete(connection));
  });
  return () => open.forEach((connection) => connection.destroy());
}

function createServer(http: HttpServer, guard: ConnectionGuard): Io {
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
  addEvents(socket, live, { handlers: registered.events, takeFromMember: registered.takeFromMember, log });
  const loadCounts: LoadWatchedCounts = (userId, postId) => registered.loadCounts(userId, postId);
  addWatching(socket, { loadCounts, subscribe: relay.subscribe, log });
  if (linkStatus.weak) live.emit('line', { weak: true });
  for (const handlers of registered.sockets) handlers.opened(live);
  socket.once('disconnect', (reason) => {
    for (const handlers of registered.sockets) handlers.closed(live);
    // A connection without a socket has no session that could end.
    if (reason === 'client namespace disconnect') socket.conn.close(true);
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
  const endConnections = followConnections(http);
  const io = createServer(http, guard);
  addHandshake(io, dependencies, guard.addressOf);
  const registered: Registered = {
    broadcasts: new Map(),
    events: {},
    sockets: [],
    loadCounts: async () => null,
    takeFromMember: createMemberBudgets(() => performance.now()),
  };
  const channels = createChannels(io, dependencies.relay, registered);
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
      const timer = setTimeout(endConnections, CONFIRM_MS);
      await io.close().finally(() => clearTimeout(timer));
    },
  };
}
