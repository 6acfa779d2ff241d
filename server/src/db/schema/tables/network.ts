import type { Answered } from '@afterhours/contract/applications';
import type { ApplicationStatus } from '@afterhours/contract/constants/applications';
import type { NotificationKind, NotificationType } from '@afterhours/contract/constants/notifications';
import type { DigestCadence, MailCadence, MailKind, MailStop } from '@afterhours/contract/mail-kinds';
import type { MuteKind } from '@afterhours/contract/mutes';
import type { Generated, JSONColumnType } from 'kysely';
import type { Defaulted } from './members.ts';

export type FollowsTable = { id: string; follower_id: string; followed_id: string; created_at: Defaulted<Date> };

/** Members excluded from a member's suggestions for good. */
export type DismissedPeopleTable = { user_id: string; dismissed_id: string; created_at: Defaulted<Date> };

export type ConnectionRequestsTable = {
  id: string;
  from_user_id: string;
  to_user_id: string;
  status: Defaulted<'pending' | 'accepted' | 'rejected'>;
  note: string | null;
  created_at: Defaulted<Date>;
  updated_at: Defaulted<Date>;
};

/** Both directions are stored, so that one member's connections are one index range. */
export type ConnectionsTable = { user_id: string; other_user_id: string; created_at: Defaulted<Date> };

/** `member_a < member_b`; `last_seq` numbers the messages of a conversation from 1. */
export type ConversationsTable = {
  id: string;
  member_a: string;
  member_b: string;
  last_seq: Generated<number>;
  last_message_at: Date | null;
  created_at: Defaulted<Date>;
};

export type ConversationMembersTable = {
  conversation_id: string;
  user_id: string;
  other_user_id: string;
  pinned: Defaulted<boolean>;
  /** Messages up to these numbers are read, delivered, or hidden by "delete chat". */
  read_seq: Generated<number>;
  delivered_seq: Generated<number>;
  cleared_seq: Generated<number>;
  unread_count: Generated<number>;
  /** Null while nothing of it is visible to the member, and while it is a request: such a chat is in no list. */
  last_message_at: Date | null;
  /** The other member's first message waits to be accepted, or is ignored; null for an accepted chat. */
  request: Defaulted<'waiting' | 'ignored' | null>;
  /** When the other member sent the request; kept after it is accepted. */
  requested_at: Defaulted<Date | null>;
};

export type MessagesTable = {
  id: string;
  conversation_id: string;
  seq: number;
  sender_id: string;
  content: string;
  post_id: string | null;
  /** Set by the sender's client; one message for each sender and id. */
  client_id: string | null;
  created_at: Defaulted<Date>;
  /** A deleted message keeps its number and nothing else. */
  deleted_at: Date | null;
};

/** Files of messages, with their displayed fields; `conversation_id` and `seq` are the message's. */
export type MessageAttachmentsTable = {
  id: string;
  message_id: string;
  conversation_id: string;
  seq: number;
  position: number;
  upload_id: string;
  kind: 'image' | 'document';
  filename: string;
  name: string;
  content_type: string;
  bytes: number;
  width: number | null;
  height: number | null;
  placeholder: string | null;
};

export type JobApplicationsTable = {
  id: string;
  user_id: string;
  post_id: string;
  /** The author of the job; set by a trigger. */
  poster_id: Generated<string>;
  status: Defaulted<ApplicationStatus>;
  /** Null as long as it is as it was sent. */
  status_at: Date | null;
  words: string | null;
  answers: JSONColumnType<Answered[], string | undefined>;
  cv_upload_id: string | null;
  /** When the CV is deleted; null while the job is open. */
  cv_until: Date | null;
  /** Of the author of the job, for themselves. */
  note: string | null;
  /** When the rejection is told. */
  rejects_at: Date | null;
  rejection_words: string | null;
  answered_at: Date | null;
  /** Whether it is in the answer rate of the author; null for never. */
  counted: Defaulted<boolean | null>;
  created_at: Defaulted<Date>;
};

/** How many applications a member was to answer, and has answered in time; kept by a trigger. */
export type AnswerRatesTable = { user_id: string; applications: Defaulted<number>; answered: Defaulted<number> };

/** One row may have many actors (`notification_actors`); an unread one of the same group takes further ones in. */
export type NotificationsTable = {
  id: string;
  user_id: string;
  type: NotificationType;
  group_key: string;
  parent_id: string | null;
  post_id: string | null;
  comment_id: string | null;
  /** The latest actor. */
  actor_id: string;
  actors_count: Defaulted<number>;
  /** What it says; null in rows from before it was stored, which say `content`. */
  kind: Defaulted<NotificationKind | null>;
  content: string;
  link: string;
  read_at: Date | null;
  created_at: Defaulted<Date>;
  mailed_at: Defaulted<Date | null>;
  pushed_at: Defaulted<Date | null>;
};

/** What members chose about kinds of notifications; without a row the default of the contract. */
export type NotificationChannelsTable = {
  user_id: string;
  kind: MailKind;
  mail: MailCadence;
  /** Null in rows of the version before: the default. */
  push: Defaulted<boolean | null>;
};

export type NotificationSettingsTable = {
  user_id: string;
  stopped: Defaulted<MailStop | null>;
  /** How often in a row the address has refused a mail for good. */
  refusals: Defaulted<number>;
  quiet_from: Defaulted<string | null>;
  quiet_to: Defaulted<string | null>;
  time_zone: Defaulted<string | null>;
  message_text: Defaulted<boolean>;
  /** When the latest mail was sent. */
  mailed_at: Defaulted<Date | null>;
  /** How often the digest says what was missed, and the best of the network. */
  digest: Defaulted<DigestCadence>;
  digest_hour: Defaulted<number>;
  /** 1 is Monday. */
  digest_weekday: Defaulted<number>;
  digest_zone: Defaulted<string | null>;
  /** Whether the member has unsubscribed from digests. */
  digest_stopped: Defaulted<boolean>;
  calm: Defaulted<boolean>;
  /** Until then one server may mail the member about notifications, and no other. */
  mailing_until: Defaulted<Date | null>;
  /** When the latest digest was sent. */
  digested_at: Defaulted<Date | null>;
};

/** The members to whom a digest is sent, about their notifications since then; `weekly_at` is the next of a week. */
export type NotificationDigestsTable = {
  user_id: string;
  since: Defaulted<Date>;
  due_at: Date;
  weekly_at: Date | null;
  tries: Defaulted<number>;
  /** What the mail server answered last. */
  error: string | null;
};

/** The members to whom a mail is due, about their notifications since then. */
export type NotificationMailsTable = {
  user_id: string;
  since: Date;
  due_at: Date;
  tries: Defaulted<number>;
  /** What the mail server answered last. */
  error: string | null;
};

/** The browser of a session that gets notifications. */
export type PushSubscriptionsTable = {
  id: string;
  user_id: string;
  session_id: string;
  endpoint_hash: Buffer;
  /** Sealed: the address and keys, as JSON. */
  target: string;
  created_at: Defaulted<Date>;
};

/** The one pair of keys by which push services know this installation; `private_key` is sealed. */
export type PushKeysTable = { id: string; only_one: Defaulted<true>; public_key: string; private_key: string };

/** What waits to be sent to a device. */
export type PushMessagesTable = {
  subscription_id: string;
  notification_id: string;
  due_at: Date;
  /** Grows when the notification changes: what changes while it is sent is sent again. */
  version: Defaulted<number>;
  tries: Defaulted<number>;
  created_at: Defaulted<Date>;
};

export type NotificationActorsTable = { notification_id: string; actor_id: string; created_at: Defaulted<Date> };

/** A server with sockets, and the time of its last heartbeat. */
export type PresenceNodesTable = { id: string; beat_at: Defaulted<Date>; linked: Defaulted<boolean> };
/** A member with at least one socket on a server. */
export type PresenceMembersTable = { node_id: string; user_id: string; visible: Defaulted<boolean> };

/** `member_id` and `post_id` are the `value` of their kinds. */
export type MutesTable = {
  id: string;
  user_id: string;
  kind: MuteKind;
  value: string;
  member_id: string | null;
  post_id: string | null;
  /** A word as it is looked for; null for other kinds, and where a version before stored it. */
  folded: string | null;
  /** Null: until the member unmutes it. */
  until: Date | null;
  created_at: Defaulted<Date>;
};
