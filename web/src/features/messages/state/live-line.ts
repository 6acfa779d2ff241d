/** The chats' access to the socket. Events that are emitted while it is disconnected are dropped. */
import type { ClientEvents } from '@afterhours/contract/realtime';
import { useEffect } from 'react';

type Emit = <K extends keyof ClientEvents>(event: K, payload: Parameters<ClientEvents[K]>[0]) => void;
type Joining = Parameters<ClientEvents['join']>[0];

let emitter: Emit | null = null;
const rooms = new Map<string, { joining: Joining; count: number }>();

/** Emits an event to the server if the socket is connected. */
export const emitLive: Emit = (event, payload) => emitter?.(event, payload);

/** Sets the emitter when the socket (re)connects, and joins every open conversation; null when it has disconnected. */
export function setLine(next: Emit | null): void {
  emitter = next;
  for (const { joining } of rooms.values()) next?.('join', joining);
}

/** Joins the room of a conversation while the component is mounted. */
export function useRoom(room: string | null | undefined, userId: string, username: string): void {
  useEffect(() => {
    if (!room) return undefined;
    const current = rooms.get(room) ?? { joining: { room, userId, username }, count: 0 };
    current.count += 1;
    rooms.set(room, current);
    if (current.count === 1) emitLive('join', current.joining);
    return () => {
      current.count -= 1;
      if (current.count > 0) return;
      rooms.delete(room);
      emitLive('leave', { room });
    };
  }, [room, userId, username]);
}
