/**
 * Socket events. The token goes in the handshake (`auth.token`); each member has a channel of their own on which the
 * server sends what concerns them. A client that was away reads the lists again on reconnect.
 */
import * as z from 'zod/mini';
import { id } from './fields.ts';
import { message } from './messages.ts';
import { notification } from './notifications.ts';

/** From the server to one member. Counts are the whole truth at that moment, not a difference. */
export const serverEvents = {
  notification: z.object({ notification, unread: z.int() }),
  /** A message to or from the member. */
  message: z.object({ message }),
  unread: z.object({ notifications: z.optional(z.int()), messages: z.optional(z.int()) }),
  /** The session behind this socket has ended; the client forgets its token. */
  'session:ended': z.object({ sessionId: id }),
} as const;

export type ServerEvents = { [K in keyof typeof serverEvents]: (payload: z.infer<(typeof serverEvents)[K]>) => void };
export type ServerEventName = keyof typeof serverEvents;
export type ServerEventPayload<K extends ServerEventName> = z.infer<(typeof serverEvents)[K]>;
