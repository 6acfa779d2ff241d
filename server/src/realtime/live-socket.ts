import type { clientEvents, ServerEventName, ServerEventPayload, WatchAnswer } from '@afterhours/contract/realtime';
import type { z } from 'zod/mini';

/** A connected window of a member, as the features that answer its events see it. */
export type LiveSocket = {
  readonly id: string;
  readonly userId: string;
  /** False once it is gone: what is answered after a wait is no longer remembered of it. */
  readonly connected: boolean;
  /** Puts it into a room of sockets (`rooms.ts`), or takes it out again. */
  enter(room: string): Promise<void>;
  leave(room: string): void;
  /** The rooms it was put into. */
  readonly rooms: ReadonlySet<string>;
  emit<K extends ServerEventName>(event: K, payload: ServerEventPayload<K>): void;
};

/** Events that features answer; posts are watched with the realtime server's own. */
export type HandledEvent = Exclude<keyof typeof clientEvents, 'watch' | 'unwatch'>;

/** Answers one event, already parsed. What it throws becomes a refusal. */
export type EventHandler<K extends HandledEvent> = (
  socket: LiveSocket,
  payload: z.output<(typeof clientEvents)[K]>,
) => Promise<WatchAnswer | undefined>;
