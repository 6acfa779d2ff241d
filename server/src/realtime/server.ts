/**
 * Socket.IO on the application's own server. The handshake carries the token of a live session; each member then has
 * a room of their own, and each session one, so that ending a session ends its sockets.
 */
import type { Server as HttpServer } from 'node:http';
import type { ServerEvents } from '@afterhours/contract/realtime';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import { Server } from 'socket.io';
import type { Database } from '#db/schema.ts';
import { findSession, type Session } from '#http/session.ts';
import type { Channels } from '#services.ts';

type NoEvents = Record<string, never>;
type Io = Server<NoEvents, ServerEvents, NoEvents, Session>;

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
  io.on('connection', (socket) => {
    void socket.join([memberRoom(socket.data.userId), sessionRoom(socket.data.sessionId)]);
  });
  const channels: Channels = {
    toMember(userId, event, payload) {
      io.to(memberRoom(userId)).emit(event, ...([payload] as unknown as Parameters<ServerEvents[typeof event]>));
    },
    endSession(sessionId) {
      io.to(sessionRoom(sessionId)).emit('session:ended', { sessionId });
      io.in(sessionRoom(sessionId)).disconnectSockets(true);
    },
  };
  return { io, channels, close: () => io.close() };
}
