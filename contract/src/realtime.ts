/**
 * Socket events. The token goes in the handshake (`auth.token`); each member has a channel of their own on which the
 * server sends what concerns them. A client that was away reads the lists again on reconnect.
 */

import * as z from 'zod/mini';
import { bounded, list } from './base/bounded.ts';
import { dateTime, id } from './base/fields.ts';
import { issueText } from './base/issue.ts';
import { defineMessages } from './base/message.ts';
import { comment } from './comments.ts';
import { connectionStatus } from './connections.ts';
import { MAX_PRESENCE } from './constants/realtime.ts';
import { presence } from './conversations.ts';
import { message } from './messages.ts';
import { notification } from './notifications.ts';
import { person } from './people.ts';

/** From the server to one member. Counts are exact at that moment. The comments become docs/socket-events.md. */
export const serverEvents = {
  /** A notification of the member is new or has changed; with the exact number of unread ones. */
  notification: z.object({ notification, unread: z.int() }),
  /** A message to the member, or one that the member sent in another tab. */
  message: z.object({ message }),
  /**
   * A message request of or to the member `user_id` waits, is ignored, or is accepted (null). Its sender is sent the
   * last alone.
   */
  messageRequest: z.object({ uniquekey: id, user_id: id, request: z.nullable(z.enum(['waiting', 'ignored'])) }),
  /** The member has muted or unmuted something, in some tab. */
  mutes: z.object({}),
  /** A seat of the member in this webinar, or their place on its waiting list, was taken, given up, offered or paid. */
  seats: z.object({ post_id: id }),
  /** The member has applied to this job in some tab, or their application stands otherwise than before. */
  applications: z.object({ post_id: id }),
  /**
   * To the author of a job: this application was sent or withdrawn, its status or note changed in some tab, or its
   * rejection began to wait, was taken back, or was told.
   */
  jobApplications: z.object({ post_id: id, application_id: id }),
  /**
   * To staff: these cases were opened, reported again, claimed, edited or decided; any of them if none is named. What
   * they say has to be loaded, which asks for the second factor.
   */
  cases: z.object({ case_ids: z.array(id) }),
  /** The author of a message has deleted it. */
  messageDeleted: z.object({ uniquekey: id, _id: id, seq: z.int() }),
  /** How far the other member has read and received a conversation. `readSeq` is null when they do not show it. */
  receipt: z.object({ uniquekey: id, user_id: id, readSeq: z.nullable(z.int()), deliveredSeq: z.int() }),
  /** The member pinned, read or deleted a conversation in another tab. `user_id` is the other member. */
  conversation: z.object({
    uniquekey: id,
    user_id: id,
    pinned: z.boolean(),
    unreadCount: z.int(),
    readSeq: z.int(),
    clearedSeq: z.int(),
  }),
  /** A member whose presence the socket follows has come online or gone offline. */
  presence: z.extend(presence, { user_id: id }),
  /** The other member of a conversation begins or stops typing. */
  typing: z.object({ uniquekey: id, user_id: id, typing: z.boolean() }),
  /** To the other sockets in a conversation's room, after its sender emitted `sendMessageToServer`. */
  sendMessageToClient: z.object({ room: id, message: z.nullable(message) }),
  /** The relationship of the member to another has changed: invitation, connection, follow or block. */
  tie: z.object({
    user_id: id,
    connectionStatus,
    connectionsCount: z.int(),
    receivedCount: z.int(),
    at: dateTime,
  }),
  /** The member has followed or unfollowed another one in some tab; with the followers of that one. */
  follow: z.object({ user_id: id, following: z.boolean(), followersCount: z.int() }),
  /** Not shown to the member any more: another member after a block by either, or a post that the member reported. */
  hidden: z.object({ user_id: z.optional(id), post_id: z.optional(id) }),
  /** The other member of a conversation has deleted their account: `user_id` takes the place of `left_id`. */
  memberLeft: z.object({ uniquekey: id, left_id: id, user_id: id }),
  /** The numbers of unread notifications or messages have changed. */
  unread: z.object({ notifications: z.optional(z.int()), messages: z.optional(z.int()) }),
  /** A watched post has changed: exact counts for this member, a new or edited comment, or a deleted one. */
  post: z.object({
    post_id: id,
    likesCount: z.optional(z.int()),
    commentsCount: z.optional(z.int()),
    comment: z.optional(comment),
    deletedComment: z.optional(z.object({ _id: id, parent_id: z.nullable(id) })),
    /** Its author has edited it: load it again. */
    edited: z.optional(z.literal(true)),
    /** It is no longer there, or no longer for this member. */
    deleted: z.optional(z.literal(true)),
    /** With `deleted`: its author has not deleted it. */
    unavailable: z.optional(z.literal(true)),
  }),
  /** The member has liked, bookmarked or rated a post in some tab; with the ratings of all members. */
  ownPost: z.object({
    post_id: id,
    isLiked: z.boolean(),
    bookmark: z.nullable(z.object({ _id: id })),
    ratingOfPost: z.int(),
    averageRating: z.number(),
    ratingsCount: z.int(),
  }),
  /** The member has changed their own record in some tab: how they are shown now. */
  ownProfile: z.object({ user: person }),
  /** While `weak` is true, events may be missing: load what is shown from time to time, and once when it ends. */
  line: z.object({ weak: z.boolean() }),
  /** A decision suspends or bans the member: the socket is closed, and the session may do little. */
  'session:limited': z.object({ sessionId: id }),
  /** The session of this socket has ended; the client forgets its token. */
  'session:ended': z.object({ sessionId: id }),
} as const;

export type ServerEvents = { [K in keyof typeof serverEvents]: (payload: z.infer<(typeof serverEvents)[K]>) => void };
export type ServerEventName = keyof typeof serverEvents;
export type ServerEventPayload<K extends ServerEventName> = z.infer<(typeof serverEvents)[K]>;

const clientEventTexts = defineMessages('realtime.event', {
  longName: 'This name is too long.',
  manyMembers: 'At most {max, number} members at a time.',
});

/** From a client. Each may carry an acknowledgement, which is called with a `WatchAnswer`. */
export const clientEvents = {
  /** Sends `post` events of a post from now on, at most 50 posts at a time. */
  watch: z.object({ post_id: id }),
  /** Ends `watch`. */
  unwatch: z.object({ post_id: id }),
  /** Joins the room of a conversation, which only its two members may. `room` is its `uniquekey`. */
  join: z.object({
    room: id,
    userId: z.optional(id),
    username: z.optional(z.string().check(bounded(100, issueText(clientEventTexts.longName)))),
  }),
  /** Ends `join`. */
  leave: z.object({ room: id }),
  /** Tells the room of a message that /messages/create has stored. The server sends the stored one, not this one. */
  sendMessageToServer: z.object({ room: id, message: z.optional(z.unknown()) }),
  /** The member begins or stops typing. Repeat it at least every 4 seconds; it ends by itself after 8. */
  typing: z.object({ room: id, typing: z.boolean() }),
  /** The client has received the messages of a conversation up to this number. */
  delivered: z.object({ room: id, seq: z.int().check(z.gte(0)) }),
  /** Replaces the list of members whose presence the socket follows; each one's arrives as a `presence` event. */
  presence: z.object({
    user_ids: list(id, { max: MAX_PRESENCE, message: issueText(clientEventTexts.manyMembers, { max: MAX_PRESENCE }) }),
  }),
  /** The window is in sight, or no longer. While one is, nothing is sent to the member's devices. */
  visibility: z.object({ visible: z.boolean() }),
} as const;

export type WatchAnswer = { ok: true } | { ok: false; message: string };
type Acknowledge = (answer: WatchAnswer) => void;
export type ClientEvents = {
  [K in keyof typeof clientEvents]: (payload: z.infer<(typeof clientEvents)[K]>, acknowledge?: Acknowledge) => void;
};

export const watchMessages = defineMessages('realtime', {
  invalid: 'This is not a post id.',
  notFound: 'This post is no longer there.',
  tooMany: 'At most {max, number} posts can be watched at a time.',
  noRoom: 'This conversation is not yours.',
  wrongShape: 'This event has an invalid format.',
  tooFast: 'Too many events. Please slow down.',
  busy: 'The service is busy right now.',
});
