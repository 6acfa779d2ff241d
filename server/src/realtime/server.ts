/**
 * Socket.IO on the application's own server. The handshake carries the token of a live session; each member then has
 * a room of their own, and each session one, so that ending a session ends its sockets.
 */
import type { Server as HttpServer } from 'node:http';
import type { ClientEvents, ServerEvents } from '@afterhours/contract/realtime';
import { socialLoginMessages } from '@afterhours/contract/social-login';
import type { FastifyBaseLogger } from 'fastify';
import { Server, type Socket } from 'socket.io';
import type { Session } from '#http/session.ts';
import type { Sessions } from '#http/sessions.ts';
import type { Channels } from '#services.ts';
import type { LiveSocket } from './live-socket.ts';
import { addEvents, type Handlers } from './socket-events.ts';
import { addWatching, type MayWatch, watchRoom } from './watching.ts';

type NoEvents = Record<string, never>;
type Io = Server<ClientEvents, ServerEvents, NoEvents, Session>;
type MemberSocket = Socket<ClientEvents, ServerEvents, NoEvents, Session>;

const memberRoom = (userId: string): string => `member:${userId}`;
const sessionRoom = (sessionId: string): string => `session:${sessionId}`;
const MAX_EVENT_BYTES = 64 * 1024;
/** A line that has gone dead is noticed within the sum of the two; presence promises ten seconds. */
const PING_INTERVAL_MS = 4_000;
const PING_TIMEOUT_MS = 3_500;

const tokenOf = (auth: Record<string, unknown>): string | null =>
  typeof auth.token === 'string' && auth.token !== '' ? auth.token : null;

function toLiveSocket(socket: MemberSocket): LiveSocket {
  const rooms = new Set<string>();
  return {
    id: socket.id,
    userId: socket.data.userId,
    rooms,
    get connected() {
      return socket.connected;
    },
    enter(room) {
      // A room that is entered after the end is never left.
      if (!socket.connected) return;
      rooms.add(room);
      void socket.join(room);
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

/** Starts the realtime server on `http`; `close` says goodbye to every socket. */
export function createRealtime(http: HttpServer, services: { sessions: Sessions; log: FastifyBaseLogger }) {
  const io: Io = new Server(http, {
    serveClient: false,
    transports: ['websocket', 'polling'],
    maxHttpBufferSize: MAX_EVENT_BYTES,
    pingInterval: PING_INTERVAL_MS,
    pingTimeout: PING_TIMEOUT_MS,
  });
  io.use((socket, next) => {
    const token = tokenOf(socket.handshake.auth);
    const found = token ? services.sessions.find(token) : Promise.resolve(null);
    found.then(
      (session) => {
        if (!session) return next(Object.assign(new Error('Please sign in to continue.'), { data: { status: 401 } }));
        if (session.limited)
          return next(Object.assign(new Error(socialLoginMessages.needsDetails), { data: { status: 403 } }));
        socket.data = session;
        next();
      },
      (error: unknown) => {
        services.log.error({ err: error }, 'socket handshake failed');
        next(Object.assign(new Error('The service is busy right now.'), { data: { status: 503 } }));
      },
    );
  });
  let mayWatch: MayWatch = async () => false;
  const handlers: Handlers = {};
  const doors: Parameters<Channels['onSockets']>[0][] = [];
  io.on('connection', (socket) => {
    const live = toLiveSocket(socket);
    void socket.join([memberRoom(live.userId), sessionRoom(socket.data.sessionId)]);
    addEvents(socket, live, handlers, services.log);
    addWatching(socket, (userId, postId) => mayWatch(userId, postId), services.log);
    for (const door of doors) door.opened(live);
    socket.once('disconnect', () => {
      for (const door of doors) door.closed(live);
    });
    // A session that ended during the handshake had no socket to close yet.
    services.sessions.isLive(socket.data.sessionId).then(
      (alive) => alive || channels.endSession(socket.data.sessionId),
      (error: unknown) => services.log.error({ err: error }, 'looking after a session failed'),
    );
  });
  const channels: Channels = {
    toMember(userId, event, payload) {
      io.to(memberRoom(userId)).emit(event, ...([payload] as unknown as Parameters<ServerEvents[typeof event]>));
    },
    toWatchers(postId, payload, exceptUserIds) {
      io.to(watchRoom(postId)).except(exceptUserIds.map(memberRoom)).emit('post', payload);
    },
    toWatcher(postId, userId, payload) {
      io.to(watchRoom(postId, userId)).emit('post', payload);
    },
    async watchersOf(postId) {
      const sockets = await io.in(watchRoom(postId)).fetchSockets();
      return [...new Set(sockets.map((socket) => socket.data.userId))];
    },
    toRoom(room, event, payload, exceptSocketId) {
      const sockets = exceptSocketId === undefined ? io.to(room) : io.to(room).except(exceptSocketId);
      sockets.emit(event, ...([payload] as unknown as Parameters<ServerEvents[typeof event]>));
    },
    handle(event, handler) {
      Object.assign(handlers, { [event]: handler });
    },
    onSockets(door) {
      doors.push(door);
    },
    guardWatching(guard) {
      mayWatch = guard;
    },
    endSession(sessionId) {
      io.to(sessionRoom(sessionId)).emit('session:ended', { sessionId });
      io.in(sessionRoom(sessionId)).disconnectSockets(true);
    },
  };
  return { io, channels, close: () => io.close() };
}
