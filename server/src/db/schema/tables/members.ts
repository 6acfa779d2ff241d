import type { Label } from '@afterhours/contract/constants/labels';
import type { MentionSource } from '@afterhours/contract/constants/mentions';
import type { MessageSource } from '@afterhours/contract/constants/messages';
import type { ProfileVisibility } from '@afterhours/contract/constants/visibility';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** Set by the database if absent; can be changed. */
export type Defaulted<T> = ColumnType<T, T | undefined, T>;

export type UsersTable = {
  id: string;
  email: string;
  email_verified_at: Date | null;
  /** Argon2id in PHC form; null for members who sign in only through other providers. */
  password_hash: string | null;
  username: string;
  first_name: string;
  last_name: string;
  phone: string | null;
  country: string | null;
  profession: string | null;
  /** The last word of the profession in lower case; professions that share it count as similar. */
  profession_kind: GeneratedAlways<string | null>;
  gender: 'male' | 'female' | null;
  /** YYYY-MM-DD; never a Date, which would have a time zone. */
  dob: string | null;
  employment: 'Full-Time' | 'Part-Time' | null;
  education: 'Post Graduate' | 'Graduate' | 'Intermediate' | 'Metric' | null;
  intro_details: string | null;
  bio: string | null;
  /** The staff's label for the member, derived from the decisions. */
  label: Defaulted<Label | null>;
  image: string | null;
  cover_image: string | null;
  notify_message: Defaulted<boolean>;
  notify_comment: Defaulted<boolean>;
  notify_like: Defaulted<boolean>;
  notify_event: Defaulted<boolean>;
  notify_follow: Defaulted<boolean>;
  show_presence: Defaulted<boolean>;
  read_receipts: Defaulted<boolean>;
  /** Who may mention the member. */
  mentions_from: Defaulted<MentionSource>;
  /** Whose first messages the member accepts: everyone's, as requests, or only those of members with a tie. */
  messages_from: Defaulted<MessageSource>;
  /** Who may see the profile; its posts are never more visible. */
  visibility: Defaulted<ProfileVisibility>;
  /** Whether search engines may index the profile and its posts; null until the member has been asked. */
  indexable: Defaulted<boolean | null>;
  /** When a mail server accepted the first code sent to the address. */
  code_mailed_at: Date | null;
  two_factor_enabled_at: Date | null;
  needs_details: Defaulted<boolean>;
  /**
   * Set on the anonymous rows that stand in for deleted members in their conversations, and on members whose data are
   * being deleted.
   */
  deleted_at: Date | null;
  /** Whether the member's request to join is undecided; maintained by a trigger. */
  waiting: Defaulted<boolean>;
  /** When a request to join was accepted; null for members who did not have to ask. Maintained by a trigger. */
  accepted_at: Date | null;
  /** Set while a live session socket exists. */
  login_time: Date | null;
  last_seen_at: Defaulted<Date>;
  created_at: Defaulted<Date>;
  updated_at: Defaulted<Date>;
};

/** A username that a member has given up: for a while it leads to them, and nobody else may take it. */
export type FormerUsernamesTable = {
  username: string;
  user_id: string;
  given_up_at: Generated<Date>;
};

/** The SHA-256 of the address of a public page that was deleted. */
export type GonePagesTable = {
  address_hash: Buffer;
  gone_at: Generated<Date>;
};

/** A member's exact counts, kept outside `users` so that a busy counter does not rewrite the profile row. */
export type MemberCountersTable = {
  user_id: string;
  followers: Generated<number>;
  followings: Generated<number>;
  connections: Generated<number>;
  /** Pending invitations to the member, and those that look pending to their sender, including ignored ones. */
  invitations: Generated<number>;
  sent_invitations: Generated<number>;
  posts: Generated<number>;
  unread_notifications: Generated<number>;
  total_notifications: Generated<number>;
  unread_messages: Generated<number>;
};

export type SessionsTable = {
  id: string;
  user_id: string;
  token_hash: Buffer;
  user_agent: string | null;
  address: string | null;
  created_at: Defaulted<Date>;
  last_seen_at: Defaulted<Date>;
  expires_at: Date;
  /** True until the member has completed what Google does not provide. */
  limited: Defaulted<boolean>;
  /** When the member last gave a password or code, after the sign-in. */
  proven_at: Date | null;
  /** The passkey that opened or confirmed the session, for as long as it is registered. */
  passkey_id: string | null;
  /** When the member last used a passkey or a code of two-step verification, including for the sign-in. */
  factor_proven_at: Date | null;
};

/** `secret` is base32; `last_step` is the last 30-second step whose code was used (int8 arrives as text). */
export type TwoFactorTable = {
  user_id: string;
  secret: string;
  last_step: ColumnType<string, number | undefined, number>;
  created_at: Defaulted<Date>;
};

export type RecoveryCodesTable = { user_id: string; code_hash: Buffer };

/** A correct password whose second factor is still missing; `password_hash` is the hash that matched. */
export type SignInChallengesTable = {
  challenge_hash: Buffer;
  user_id: string;
  password_hash: string | null;
  tries_left: number;
  expires_at: Date;
};

export type SocialIdentitiesTable = {
  provider: 'google';
  subject: string;
  user_id: string;
  created_at: Defaulted<Date>;
};

/** A code (verify) or link token (reset) sent by mail. Only its hash is stored; one is valid per purpose. */
export type MailedSecretsTable = {
  user_id: string;
  purpose: 'verify' | 'reset';
  secret_hash: Buffer;
  tries_left: number;
  expires_at: Date;
  created_at: Defaulted<Date>;
};

/** The hash of the cookie of a device that has signed in to the account. */
export type KnownDevicesTable = {
  user_id: string;
  device_hash: Buffer;
  created_at: Defaulted<Date>;
  last_used_at: Defaulted<Date>;
};

/** A link for setting a new password; only the hash of its token is stored. */
export type ResetLinksTable = {
  token_hash: Buffer;
  user_id: string;
  created_at: Defaulted<Date>;
  expires_at: Date;
};

/** The hash of a nonce that was used for a sign-in with Google. */
export type UsedNoncesTable = { nonce_hash: Buffer; expires_at: Date };

/** A new address that a member has asked for; only the hash of the code mailed to it is stored. */
export type EmailChangesTable = {
  user_id: string;
  new_email: string;
  code_hash: Buffer;
  tries_left: number;
  expires_at: Date;
};

/** The responses to calls with an Idempotency-Key; `answer` is null while the first call runs. */
export type IdempotencyKeysTable = {
  user_id: string;
  key: string;
  request_hash: Buffer;
  answer: string | null;
  /** The id that the call has created, written in the same transaction. */
  made_id: string | null;
  created_at: Defaulted<Date>;
};

/** Keys that this installation has generated for itself, by purpose. */
export type ServerSecretsTable = { name: string; secret: Buffer; created_at: Defaulted<Date> };

/** The search index of members; maintained by triggers. */
export type MemberSearchTable = { user_id: string; fame: number };

/** A keyed hash of the network from which a member joined or last signed in; deleted after thirty days. */
export type MemberNetworksTable = {
  user_id: string;
  kind: 'joined' | 'signed-in';
  network: Buffer;
  seen_at: Defaulted<Date>;
};

/** The invitation with which a member joined; it may have been deleted since. */
export type MemberInvitationsTable = { user_id: string; invitation_id: string };
