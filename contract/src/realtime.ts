/**
 * Socket events. The token goes in the handshake (`auth.token`); each member has a channel of their own on which the
 * server sends what concerns them. A client that was away reads the lists again on reconnect.
 */
import * as z from 'zod/mini';
import { comment } from './comments.ts';
import { id } from './fields.ts';
import { message } from './messages.ts';
import { notification } from './notifications.ts';

/** From the server to one member. Counts are the whole truth at that moment, not a difference. */
export const serverEvents = {
  notification: z.object({ notification, unread: z.int() }),
  /** A message to or from the member. */
  message: z.object({ message }),
  unread: z.object({ notifications: z.optional(z.int()), messages: z.optional(z.int()) }),
  /** What has changed of a watched post: exact counts for this member, a comment that is new, one that is gone. */
  post: z.object({
    post_id: id,
    likesCount: z.optional(z.int()),
    commentsCount: z.optional(z.int()),
    comment: z.optional(comment),
    deletedComment: z.optional(z.object({ _id: id, parent_id: z.nullable(id) })),
  }),
  /** The session behind this socket has ended; the client forgets its token. */
  'session:ended': z.object({ sessionId: id }),
} as const;

export type ServerEvents = { [K in keyof typeof serverEvents]: (payload: z.infer<(typeof serverEvents)[K]>) => void };
export type ServerEventName = keyof typeof serverEvents;
export type ServerEventPayload<K extends ServerEventName> = z.infer<(typeof serverEvents)[K]>;

/** How many posts one socket may watch at a time. */
export const MAX_WATCHED = 50;

/** From a client: which posts it has open. Each may carry an acknowledgement, which is called with a `WatchAnswer`. */
export const clientEvents = {
  watch: z.object({ post_id: id }),
  unwatch: z.object({ post_id: id }),
} as const;

export type WatchAnswer = { ok: true } | { ok: false; message: string };
type Acknowledge = (answer: WatchAnswer) => void;
export type ClientEvents = {
  [K in keyof typeof clientEvents]: (payload: z.infer<(typeof clientEvents)[K]>, acknowledge?: Acknowledge) => void;
};

export const watchMessages = {
  invalid: 'This is not a post id.',
  notFound: 'This post is no longer there.',
  tooMany: `At most ${MAX_WATCHED} posts can be watched at a time.`,
  busy: 'The service is busy right now.',
} as const;
