/** Socket.IO's server and sockets with our events, and a socket as features see it. */
import type { ClientEvents, ServerEvents } from '@afterhours/contract/realtime';
import type { Server, Socket } from 'socket.io';
import type { Session } from '#http/gate/session.ts';
import type { LiveSocket } from './live-socket.ts';
import type { Relay } from './relay/relay.ts';
import { isShared } from './rooms.ts';

type NoEvents = Record<string, never>;
export type Io = Server<ClientEvents, ServerEvents, NoEvents, Session>;
export type MemberSocket = Socket<ClientEvents, ServerEvents, NoEvents, Session>;

export function toLiveSocket(socket: MemberSocket, subscribe: Relay['subscribe']): LiveSocket {
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
