import type { clientEvents, ServerEventName, ServerEventPayload, WatchAnswer } from '@afterhours/contract/realtime';
import type { z } from 'zod/mini';

/** A connected socket of a member, as the features that answer its events see it. */
export type LiveSocket = {
  readonly id: string;
  readonly userId: string;
  /** False after it is closed: what is answered after a wait must not be stored for it any more. */
  readonly connected: boolean;
  /** Puts it into a room of sockets (`rooms.ts`), or takes it out again. */
  enter(room: string): Promise<void>;
  leave(room: string): void;
  /** The rooms it is in. */
  readonly rooms: ReadonlySet<string>;
  emit<K extends ServerEventName>(event: K, payload: ServerEventPayload<K>): void;
};

/** Events that features answer; the realtime server itself answers those that watch posts. */
export type HandledEvent = Exclude<keyof typeof clientEvents, 'watch' | 'unwatch'>;

/** Answers one event, already parsed. An AppError becomes a refusal. */
export type EventHandler<K extends HandledEvent> = (
  socket: LiveSocket,
  payload: z.output<(typeof clientEvents)[K]>,
) => Promise<WatchAnswer | undefined>;
