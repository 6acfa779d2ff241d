/**
 * Socket events. The token goes in the handshake (`auth.token`); each member has a channel of their own on which the
 * server sends what concerns them. A client that was away reads the lists again on reconnect.
 */
import * as z from 'zod/mini';
import { bounded, list } from './bounded.ts';
import { comment } from './comments.ts';
import { connectionStatus } from './connections.ts';
import { presence } from './conversations.ts';
import { dateTime, id } from './fields.ts';
import { message } from './messages.ts';
import { notification } from './notifications.ts';

/** From the server to one member. Counts are the whole truth at that moment, not a difference. */
export const serverEvents = {
  notification: z.object({ notification, unread: z.int() }),
  /** A message to or from the member. */
  message: z.object({ message }),
  /** A message of a conversation was deleted by who wrote it. */
  messageDeleted: z.object({ uniquekey: id, _id: id, seq: z.int() }),
  /** How far a member has read, and had delivered, a conversation of the two. `readSeq` null: they do not tell. */
  receipt: z.object({ uniquekey: id, user_id: id, readSeq: z.nullable(z.int()), deliveredSeq: z.int() }),
  /** The own marks of a conversation, changed in another window: pinned, read, deleted. `user_id` is the other member. */
  conversation: z.object({
    uniquekey: id,
    user_id: id,
    pinned: z.boolean(),
    unreadCount: z.int(),
    readSeq: z.int(),
    clearedSeq: z.int(),
  }),
  presence: z.extend(presence, { user_id: id }),
  typing: z.object({ uniquekey: id, user_id: id, typing: z.boolean() }),
  /** To the others in a conversation's room, after its sender emitted `sendMessageToServer`: reload if the room matches. */
  sendMessageToClient: z.object({ room: id, message: z.nullable(message) }),
  /** What now stands between the member and another: invitation, connection, follow, block. */
  tie: z.object({
    user_id: id,
    connectionStatus,
    connectionsCount: z.int(),
    receivedCount: z.int(),
    at: dateTime,
  }),
  /** Whether the member follows another, after it has changed in one of their windows; with how many follow the other. */
  follow: z.object({ user_id: id, following: z.boolean(), followersCount: z.int() }),
  /** The other of a conversation has deleted their account: a row without a person, `user_id`, stands in the place of `left_id`. */
  memberLeft: z.object({ uniquekey: id, left_id: id, user_id: id }),
  unread: z.object({ notifications: z.optional(z.int()), messages: z.optional(z.int()) }),
  /** What has changed of a watched post: exact counts for this member, a comment that is new or edited, one that is gone. */
  post: z.object({
    post_id: id,
    likesCount: z.optional(z.int()),
    commentsCount: z.optional(z.int()),
    comment: z.optional(comment),
    deletedComment: z.optional(z.object({ _id: id, parent_id: z.nullable(id) })),
    /** Its author has edited it: read it again. */
    edited: z.optional(z.literal(true)),
    /** It is no longer there. */
    deleted: z.optional(z.literal(true)),
  }),
  /** What the member has set on a post, after it has changed in one of their windows; with everyone's stars. */
  ownPost: z.object({
    post_id: id,
    isLiked: z.boolean(),
    bookmark: z.nullable(z.object({ _id: id })),
    ratingOfPost: z.int(),
    averageRating: z.number(),
    ratingsCount: z.int(),
  }),
  /** While it is weak, not everything is told: read what is shown from time to time, and once when it no longer is. */
  line: z.object({ weak: z.boolean() }),
  /** The session behind this socket has ended; the client forgets its token. */
  'session:ended': z.object({ sessionId: id }),
} as const;

export type ServerEvents = { [K in keyof typeof serverEvents]: (payload: z.infer<(typeof serverEvents)[K]>) => void };
export type ServerEventName = keyof typeof serverEvents;
export type ServerEventPayload<K extends ServerEventName> = z.infer<(typeof serverEvents)[K]>;

/** How many posts one socket may watch at a time. */
export const MAX_WATCHED = 50;

/** How many members' presence one socket may follow at a time. */
export const MAX_PRESENCE = 200;
/** Typing is told again at least this often, and forgotten after twice that. */
export const TYPING_SECONDS = 4;

/**
 * From a client. Each may carry an acknowledgement, which is called with a `WatchAnswer`: posts it has open; a
 * conversation's room, which only its two members may join; a message that was stored by /messages/create and is now
 * told to the room (the server reads the stored one: what is sent here is not believed); whose presence it shows.
 */
export const clientEvents = {
  watch: z.object({ post_id: id }),
  unwatch: z.object({ post_id: id }),
  join: z.object({
    room: id,
    userId: z.optional(id),
    username: z.optional(z.string().check(bounded(100, 'This name is too long.'))),
  }),
  leave: z.object({ room: id }),
  sendMessageToServer: z.object({ room: id, message: z.optional(z.unknown()) }),
  typing: z.object({ room: id, typing: z.boolean() }),
  delivered: z.object({ room: id, seq: z.int().check(z.gte(0)) }),
  /** Replaces the list; the answer brings each one's presence by `presence` events. */
  presence: z.object({
    user_ids: list(id, { max: MAX_PRESENCE, message: `At most ${MAX_PRESENCE} members at a time.` }),
  }),
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
  noRoom: 'This conversation is not yours.',
  wrongShape: 'This event is not of the form that was agreed.',
  tooFast: 'Too many events. Please slow down.',
  busy: 'The service is busy right now.',
} as const;
