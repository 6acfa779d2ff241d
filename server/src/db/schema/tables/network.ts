import type { ApplicationStatus } from '@afterhours/contract/constants/applications';
import type { NotificationKind, NotificationType } from '@afterhours/contract/constants/notifications';
import type { Answered } from '@afterhours/contract/jobs/applications';
import type { MuteKind } from '@afterhours/contract/mutes';
import type { DigestCadence, MailCadence, MailKind, MailStop } from '@afterhours/contract/notifications/mail-kinds';
import type { Generated, JSONColumnType } from 'kysely';
import type { Defaulted } from './members.ts';

export type FollowsTable = { id: string; follower_id: string; followed_id: string; created_at: Defaulted<Date> };

/** Members permanently excluded from a member's suggestions. */
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

export type IgnoredInvitationsTable = { from_user_id: string; to_user_id: string; until: Date };

/** Both directions are stored, so that a member's connections form one index range. */
export type ConnectionsTable = { user_id: string; other_user_id: string; created_at: Defaulted<Date> };

/** `member_a < member_b`; `last_seq` numbers a conversation's messages from 1. */
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
  /** Null while the member sees no message in it, and while it is a request: such a chat appears in no list. */
  last_message_at: Date | null;
  /** Whether the other member's first message waits for acceptance or is ignored; null for an accepted chat. */
  request: Defaulted<'waiting' | 'ignored' | null>;
  /** When the other member sent the request; kept after its acceptance. */
  requested_at: Defaulted<Date | null>;
};

export type MessagesTable = {
  id: string;
  conversation_id: string;
  seq: number;
  sender_id: string;
  content: string;
  post_id: string | null;
  /** Set by the sender's client; unique per sender. */
  client_id: string | null;
  created_at: Defaulted<Date>;
  /** A deleted message keeps its number and nothing else. */
  deleted_at: Date | null;
};

/** Files of messages, with the fields that are displayed; `conversation_id` and `seq` are the message's. */
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

/** Applications whose job was deleted; written by a trigger. */
export type RemovedApplicationsTable = {
  /** The id that the application had. */
  id: string;
  user_id: string;
  status: ApplicationStatus;
  status_at: Date | null;
  created_at: Date;
  removed_at: Generated<Date>;
};

export type JobApplicationsTable = {
  id: string;
  user_id: string;
  post_id: string;
  /** The job's author; set by a trigger. */
  poster_id: Generated<string>;
  status: Defaulted<ApplicationStatus>;
  /** Null until the status first changes. */
  status_at: Date | null;
  words: string | null;
  answers: JSONColumnType<Answered[], string | undefined>;
  cv_upload_id: string | null;
  /** When the CV is deleted; null while the job is open. */
  cv_until: Date | null;
  /** A private note by the job's author. */
  note: string | null;
  /** When the applicant is notified of the rejection. */
  rejects_at: Date | null;
  rejection_words: string | null;
  answered_at: Date | null;
  /** Whether it counts in the author's answer rate; null if it never will. */
  counted: Defaulted<boolean | null>;
  created_at: Defaulted<Date>;
};

/** How many applications a member had to answer, and how many they answered in time; maintained by a trigger. */
export type AnswerRatesTable = { user_id: string; applications: Defaulted<number>; answered: Defaulted<number> };

/** One row may have many actors (`notification_actors`); while unread, it absorbs further ones in the same group. */
export type NotificationsTable = {
  id: string;
  user_id: string;
  type: NotificationType;
  group_key: string;
  parent_id: string | null;
  post_id: string | null;
  comment_id: string | null;
  /** The most recent actor. */
  actor_id: string;
  actors_count: Defaulted<number>;
  /** Selects the text; null in rows from before it was stored, whose text is `content`. */
  kind: Defaulted<NotificationKind | null>;
  content: string;
  link: string;
  read_at: Date | null;
  created_at: Defaulted<Date>;
  mailed_at: Defaulted<Date | null>;
  pushed_at: Defaulted<Date | null>;
};

/** Members' choices per kind of notification; without a row the contract's default applies. */
export type NotificationChannelsTable = {
  user_id: string;
  kind: MailKind;
  mail: MailCadence;
  /** Null in rows written by an earlier version: the default applies. */
  push: Defaulted<boolean | null>;
};

export type NotificationSettingsTable = {
  user_id: string;
  stopped: Defaulted<MailStop | null>;
  /** How many mails in a row the address has rejected permanently. */
  refusals: Defaulted<number>;
  quiet_from: Defaulted<string | null>;
  quiet_to: Defaulted<string | null>;
  time_zone: Defaulted<string | null>;
  message_text: Defaulted<boolean>;
  /** When the last mail was sent. */
  mailed_at: Defaulted<Date | null>;
  /** How often to send the digest of what was missed and the best posts in the network. */
  digest: Defaulted<DigestCadence>;
  digest_hour: Defaulted<number>;
  /** 1 is Monday. */
  digest_weekday: Defaulted<number>;
  digest_zone: Defaulted<string | null>;
  /** Whether the member has unsubscribed from digests. */
  digest_stopped: Defaulted<boolean>;
  calm: Defaulted<boolean>;
  /** Until then, only one server may mail the member about notifications. */
  mailing_until: Defaulted<Date | null>;
  /** When the last digest was sent. */
  digested_at: Defaulted<Date | null>;
};

/** Members whose digest covers their notifications since `since`; `weekly_at` is the time of the next weekly one. */
export type NotificationDigestsTable = {
  user_id: string;
  since: Defaulted<Date>;
  due_at: Date;
  weekly_at: Date | null;
  tries: Defaulted<number>;
  /** The mail server's last error. */
  error: string | null;
};

/** Members to whom a mail about their notifications since `since` is due. */
export type NotificationMailsTable = {
  user_id: string;
  since: Date;
  due_at: Date;
  tries: Defaulted<number>;
  /** The mail server's last error. */
  error: string | null;
};

/** A session's browser that receives notifications. */
export type PushSubscriptionsTable = {
  id: string;
  user_id: string;
  session_id: string;
  endpoint_hash: Buffer;
  /** The address and keys as JSON, sealed. */
  target: string;
  created_at: Defaulted<Date>;
};

/** The single key pair by which push services know this installation; `private_key` is sealed. */
export type PushKeysTable = { id: string; only_one: Defaulted<true>; public_key: string; private_key: string };

/** Notifications waiting to be sent to a device. */
export type PushMessagesTable = {
  subscription_id: string;
  notification_id: string;
  due_at: Date;
  /** Increases when the notification changes, so that a change made while it is being sent is sent as well. */
  version: Defaulted<number>;
  tries: Defaulted<number>;
  created_at: Defaulted<Date>;
};

export type NotificationActorsTable = { notification_id: string; actor_id: string; created_at: Defaulted<Date> };

/** A server with sockets and the time of its last heartbeat. */
export type PresenceNodesTable = { id: string; beat_at: Defaulted<Date>; linked: Defaulted<boolean> };
/** A member with at least one socket on a server. */
export type PresenceMembersTable = { node_id: string; user_id: string; visible: Defaulted<boolean> };

/** `member_id` and `post_id` repeat the `value` of their kinds. */
export type MutesTable = {
  id: string;
  user_id: string;
  kind: MuteKind;
  value: string;
  member_id: string | null;
  post_id: string | null;
  /** The form of a word that is searched for; null for other kinds and in rows written by an earlier version. */
  folded: string | null;
  /** Null if the mute lasts until the member removes it. */
  until: Date | null;
  created_at: Defaulted<Date>;
};
