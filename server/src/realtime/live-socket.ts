import type { clientEvents, ServerEventName, ServerEventPayload, WatchResponse } from '@afterhours/contract/realtime';
import type { z } from 'zod/mini';

/** A member's connected socket, as seen by the features that handle its events. */
export type LiveSocket = {
  readonly id: string;
  readonly userId: string;
  /** False after it is closed: after an await, nothing must be stored for a closed socket. */
  readonly connected: boolean;
  /** Adds it to a room of sockets (`rooms.ts`), or removes it again. */
  enter(room: string): Promise<void>;
  leave(room: string): void;
  /** The rooms it is in. */
  readonly rooms: ReadonlySet<string>;
  emit<K extends ServerEventName>(event: K, payload: ServerEventPayload<K>): void;
};

/** Events that features handle; the realtime server itself handles those for watching posts. */
export type HandledEvent = Exclude<keyof typeof clientEvents, 'watch' | 'unwatch'>;

/** Handles one event that is already parsed. An AppError becomes a rejection. */
export type EventHandler<K extends HandledEvent> = (
  socket: LiveSocket,
  payload: z.output<(typeof clientEvents)[K]>,
) => Promise<WatchResponse | undefined>;
