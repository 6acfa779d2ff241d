/**
 * Socket events. The session token goes into the handshake (`auth.token`). Each member has a channel of their own, on
 * which the server sends what concerns them. A client that was away reloads its lists on reconnect.
 */
import * as z from 'zod/mini';
import { ownUser } from './account/account.ts';
import { bounded, list } from './base/bounded.ts';
import { dateTime, id } from './base/fields.ts';
import { issueText } from './base/issue.ts';
import { defineMessages } from './base/message.ts';
import { communityLook } from './community/community.ts';
import { MAX_PRESENCE } from './constants/realtime.ts';
import { myApplication } from './jobs/applications.ts';
import { presence } from './messages/conversations.ts';
import { message } from './messages/messages.ts';
import { notification } from './notifications/notifications.ts';
import { connectionStatus } from './people/connections.ts';
import { person } from './people/people.ts';
import { comment } from './posts/comments.ts';
import { entryKind, profileEntry } from './profile/profile.ts';
import { profileLink } from './profile/showcase.ts';

/**
 * From the server to one member. Counts are exact at that moment. docs/socket-events.md is generated from the comments.
 */
export const serverEvents = {
  /** A notification of the member is new or has changed; with the exact number of unread notifications. */
  notification: z.object({ notification, unread: z.int() }),
  /** A message to the member, or one that the member has sent in another tab. */
  message: z.object({ message }),
  /**
   * A message request between the member and `user_id` is waiting, ignored, or accepted (null). The sender of the
   * request only gets the last.
   */
  messageRequest: z.object({ uniquekey: id, user_id: id, request: z.nullable(z.enum(['waiting', 'ignored'])) }),
  /** The member has muted or unmuted something, in some tab. */
  mutes: z.object({}),
  /** The member has blocked or unblocked another, in some tab. */
  blocks: z.object({}),
  /** The member has saved or deleted a job search, or changed how often they are notified, in some tab. */
  savedSearches: z.object({}),
  /**
   * A seat of the member in this webinar, or their place on its waiting list, was taken, given up, offered, paid for or
   * refunded, the refund was returned, or the place has moved up; or the webinar was rescheduled, cancelled or deleted,
   * or has a recording.
   */
  seats: z.object({ post_id: id }),
  /**
   * To the host of a webinar: who has a seat in it, has paid or was refunded, or waits for one, has changed; or it was
   * rescheduled or cancelled in some tab.
   */
  webinarSeats: z.object({ post_id: id }),
  /** A scheduled post of the member was added, changed, deleted or published in some tab, or its time has come. */
  scheduledPosts: z.object({}),
  /**
   * The member has applied for this job in some tab, or the status of their application has changed, as shown here; or
   * the job was deleted.
   */
  applications: z.object({ post_id: id, application: z.optional(myApplication) }),
  /**
   * To the author of a job: this application was sent or withdrawn, its status or note was changed in some tab, or its
   * rejection became pending, was withdrawn, or was sent to the applicant; or the applicant has deleted the account.
   */
  jobApplications: z.object({ post_id: id, application_id: id }),
  /**
   * To staff: these cases were opened, reported again, claimed, edited or decided; an empty list stands for any.
   * Loading their contents requires the second factor.
   */
  cases: z.object({ case_ids: z.array(id) }),
  /** To staff: a request to join has become ready to be decided, was decided, or went with its account. */
  joinRequests: z.object({}),
  /** To owners: a transfer to a host was recorded, or its record was cancelled. */
  payouts: z.object({}),
  /** A message was deleted by its author, or a decision has hidden it. */
  messageDeleted: z.object({ uniquekey: id, _id: id, seq: z.int() }),
  /** A message that a decision had hidden is there again: reload the loaded messages of this conversation. */
  messageShown: z.object({ uniquekey: id }),
  /** How far the other member has read and received a conversation. `readSeq` is null if they do not show it. */
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
  /** A member whom the socket subscribes to has come online or gone offline. */
  presence: z.extend(presence, { user_id: id }),
  /**
   * A member whom the socket subscribes to has changed their name, username, picture, profession or intro, or
   * something else on their profile: reload it if it is shown.
   */
  member: z.object({ user: person }),
  /** The other member of a conversation has started or stopped typing. */
  typing: z.object({ uniquekey: id, user_id: id, typing: z.boolean() }),
  /** To the other sockets in a conversation's room, after the sender has emitted `sendMessageToServer`. */
  sendMessageToClient: z.object({ room: id, message: z.nullable(message) }),
  /** The member's relationship to another has changed: invitation, connection, follow or block. */
  tie: z.object({
    user_id: id,
    connectionStatus,
    connectionsCount: z.int(),
    receivedCount: z.int(),
    at: dateTime,
  }),
  /** The member has followed or unfollowed another one in some tab; `followersCount` is the other member's. */
  follow: z.object({ user_id: id, following: z.boolean(), followersCount: z.int() }),
  /**
   * No longer shown to the member: another member after a block by either, or a post that the member has reported.
   * `gone`: sent to everyone, because the other member's account was deleted or banned.
   */
  hidden: z.object({ user_id: z.optional(id), post_id: z.optional(id), gone: z.optional(z.literal(true)) }),
  /** The other member of a conversation has deleted their account: `user_id` replaces `left_id`. */
  memberLeft: z.object({ uniquekey: id, left_id: id, user_id: id }),
  /** The number of unread notifications or messages has changed. */
  unread: z.object({ notifications: z.optional(z.int()), messages: z.optional(z.int()) }),
  /**
   * A watched post has changed: exact counts for this member, the average rating, the seats left in a webinar, a new or
   * edited comment, or a deleted one.
   */
  post: z.object({
    post_id: id,
    likesCount: z.optional(z.int()),
    commentsCount: z.optional(z.int()),
    averageRating: z.optional(z.number()),
    ratingsCount: z.optional(z.int()),
    /** Null for a webinar with any number of seats. */
    seatsLeft: z.optional(z.nullable(z.int())),
    comment: z.optional(comment),
    deletedComment: z.optional(z.object({ _id: id, parent_id: z.nullable(id) })),
    /** Its author has edited the post: reload it. */
    edited: z.optional(z.literal(true)),
    /** The post was deleted, or this member may no longer see it. */
    deleted: z.optional(z.literal(true)),
    /** With `deleted`: the post is unavailable although its author has not deleted it. */
    unavailable: z.optional(z.literal(true)),
  }),
  /** The member has liked, bookmarked or rated a post in some tab; includes the ratings of all members. */
  ownPost: z.object({
    post_id: id,
    isLiked: z.boolean(),
    bookmark: z.nullable(z.object({ _id: id })),
    ratingOfPost: z.int(),
    averageRating: z.number(),
    ratingsCount: z.int(),
  }),
  /**
   * The member has changed their own record in some tab, with the default audience of posts, or how they sign in:
   * two-step verification and passkeys. `user` is the record now.
   */
  ownProfile: z.object({ user: ownUser }),
  /** The member has changed the contents of their profile in some tab: the bio, the links, or one entry. */
  ownContent: z.object({
    bio: z.optional(z.string()),
    links: z.optional(z.array(profileLink)),
    saved: z.optional(profileEntry),
    deleted: z.optional(z.object({ kind: entryKind, _id: id })),
  }),
  /** The owners have changed the name, the logo or the accent colour of the community. */
  community: communityLook,
  /** The member has signed in somewhere, or sessions of theirs have ended: reload the list of sessions. */
  sessions: z.object({}),
  /** While `weak` is true, events may be lost: reload what is shown from time to time, and once when it ends. */
  line: z.object({ weak: z.boolean() }),
  /** The member was suspended or banned: the socket is closed, and the session may do little. */
  'session:limited': z.object({ sessionId: id }),
  /** The session of this socket has ended; the client discards its token. */
  'session:ended': z.object({ sessionId: id }),
} as const;

export type ServerEvents = { [K in keyof typeof serverEvents]: (payload: z.infer<(typeof serverEvents)[K]>) => void };
export type ServerEventName = keyof typeof serverEvents;
export type ServerEventPayload<K extends ServerEventName> = z.infer<(typeof serverEvents)[K]>;

const clientEventTexts = defineMessages('realtime.event', {
  longName: 'This name is too long.',
  manyMembers: 'At most {max, number} members at a time.',
});

/** From a client. Each event may have an acknowledgement, which is called with a `WatchResponse`. */
export const clientEvents = {
  /** Subscribes to the `post` events of a post, for at most 50 posts at a time. */
  watch: z.object({ post_id: id }),
  /** Ends `watch`. */
  unwatch: z.object({ post_id: id }),
  /** Joins the room of a conversation, which is open only to its two members. `room` is its `uniquekey`. */
  join: z.object({
    room: id,
    userId: z.optional(id),
    username: z.optional(z.string().check(bounded(100, issueText(clientEventTexts.longName)))),
  }),
  /** Ends `join`. */
  leave: z.object({ room: id }),
  /**
   * Announces a message that /messages/create has stored to the room. The server sends the stored message, not this
   * one.
   */
  sendMessageToServer: z.object({ room: id, message: z.optional(z.unknown()) }),
  /** The member has started or stopped typing. Repeat it at least every 4 seconds; it expires after 8. */
  typing: z.object({ room: id, typing: z.boolean() }),
  /** The client has received the messages of a conversation up to and including this number. */
  delivered: z.object({ room: id, seq: z.int().check(z.gte(0)) }),
  /** Replaces the list of members whom the socket subscribes to. The server sends a `presence` event for each. */
  presence: z.object({
    user_ids: list(id, { max: MAX_PRESENCE, message: issueText(clientEventTexts.manyMembers, { max: MAX_PRESENCE }) }),
  }),
  /** The window has become visible or hidden. While one is visible, nothing is sent to the member's devices. */
  visibility: z.object({ visible: z.boolean() }),
} as const;

/** What a member sees of a post at the moment at which they begin to watch it. */
export type WatchedCounts = { likesCount: number; commentsCount: number };
/** `counts` responds to `watch`: if the client has others, it has missed events and loads the post again. */
export type WatchResponse = { ok: true; counts?: WatchedCounts } | { ok: false; message: string };
type Acknowledge = (response: WatchResponse) => void;
export type ClientEvents = {
  [K in keyof typeof clientEvents]: (payload: z.infer<(typeof clientEvents)[K]>, acknowledge?: Acknowledge) => void;
};

export const watchMessages = defineMessages('realtime', {
  invalid: 'This is not a post id.',
  notFound: 'This post is no longer available.',
  tooMany: 'At most {max, number} posts can be watched at a time.',
  noRoom: 'This conversation is not yours.',
  wrongShape: 'This event has an invalid format.',
  tooFast: 'Too many events. Please slow down.',
  busy: 'The service is busy right now.',
});
