/** The socket to the server, as far as chats use it. Events that are sent while it is disconnected are dropped. */
import type { ClientEvents } from '@afterhours/contract/realtime';
import { useEffect } from 'react';

type Emit = <K extends keyof ClientEvents>(event: K, payload: Parameters<ClientEvents[K]>[0]) => void;
type Joining = Parameters<ClientEvents['join']>[0];

let line: Emit | null = null;
const rooms = new Map<string, { joining: Joining; count: number }>();

/** Says something to the server, if it hears. */
export const emitLive: Emit = (event, payload) => line?.(event, payload);

/** The line is open (again): every open conversation is joined. Null when it has closed. */
export function setLine(next: Emit | null): void {
  line = next;
  for (const { joining } of rooms.values()) next?.('join', joining);
}

/** Is in the room of a conversation while the component is there. */
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
