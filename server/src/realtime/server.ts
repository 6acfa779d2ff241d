/**
 * Socket.IO on the application's own server. The handshake carries the token of a live session; each member then has
 * a room of their own, and each session one, so that ending a session ends its sockets.
 */
import type { Server as HttpServer } from 'node:http';
import type { ClientEvents, ServerEvents } from '@afterhours/contract/realtime';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import { Server } from 'socket.io';
import type { Database } from '#db/schema.ts';
import { findSession, type Session } from '#http/session.ts';
import type { Channels } from '#services.ts';
import { addWatching, type MayWatch, watchRoom } from './watching.ts';

type NoEvents = Record<string, never>;
type Io = Server<ClientEvents, ServerEvents, NoEvents, Session>;

const memberRoom = (userId: string): string => `member:${userId}`;
const sessionRoom = (sessionId: string): string => `session:${sessionId}`;
const MAX_EVENT_BYTES = 64 * 1024;

const tokenOf = (auth: Record<string, unknown>): string | null =>
  typeof auth.token === 'string' && auth.token !== '' ? auth.token : null;

/** Starts the realtime server on `http`; `close` says goodbye to every socket. */
export function createRealtime(http: HttpServer, services: { db: Kysely<Database>; log: FastifyBaseLogger }) {
  const io: Io = new Server(http, {
    serveClient: false,
    transports: ['websocket', 'polling'],
    maxHttpBufferSize: MAX_EVENT_BYTES,
    pingInterval: 20_000,
    pingTimeout: 10_000,
  });
  io.use((socket, next) => {
    const token = tokenOf(socket.handshake.auth);
    const found = token ? findSession(services.db, token) : Promise.resolve(null);
    found.then(
      (session) => {
        if (!session) return next(Object.assign(new Error('Please sign in to continue.'), { data: { status: 401 } }));
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
  io.on('connection', (socket) => {
    void socket.join([memberRoom(socket.data.userId), sessionRoom(socket.data.sessionId)]);
    addWatching(socket, (userId, postId) => mayWatch(userId, postId), services.log);
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
