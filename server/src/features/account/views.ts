import type { OwnUser } from '@afterhours/contract/account/account';
import type { session } from '@afterhours/contract/account/sessions';
import type { z } from 'zod/mini';
import { toOnOff, toPersonView } from '#features/people/views.ts';
import type { OwnUserRow } from './queries.ts';

/** Returns the member's own record as sent to clients; converts `dob` from YYYY-MM-DD to DD-MM-YYYY. */
export const toOwnUserView = (row: OwnUserRow): OwnUser => ({
  ...toPersonView(row),
  email: row.email,
  isUserVerified: row.email_verified_at !== null,
  phone: row.phone,
  country: row.country,
  cover_image: row.cover_image,
  gender: row.gender,
  dob: row.dob?.split('-').reverse().join('-') ?? null,
  employment: row.employment,
  education: row.education,
  login_time: row.login_time?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  message_notification: toOnOff(row.notify_message),
  comment_notification: toOnOff(row.notify_comment),
  like_notification: toOnOff(row.notify_like),
  event_notification: toOnOff(row.notify_event),
  follow_notification: toOnOff(row.notify_follow),
  show_presence: toOnOff(row.show_presence),
  read_receipts: toOnOff(row.read_receipts),
  mentions_from: row.mentions_from,
  messages_from: row.messages_from,
  visibility: row.visibility,
  indexable: row.indexable,
  post_visibility: row.post_visibility,
  hasPassword: row.has_password,
  hasPasskeys: row.has_passkeys,
  twoFactorEnabled: row.two_factor_enabled_at !== null,
  staffRole: row.staff_role,
  hasSold: row.has_sold,
  label: row.label,
  sanction: row.sanction && { until: row.sanction.until && new Date(row.sanction.until).toISOString() },
  waiting: row.waits_for,
  termsToAccept: row.terms_to_accept,
  needsDetails: row.needs_details,
  calm: row.calm,
  followersCount: row.followers,
  followingsCount: row.followings,
  connectionsCount: row.connections,
  unreadNotifications: row.unread_notifications,
  unreadMessages: row.unread_messages,
});

type SessionRow = {
  id: string;
  user_agent: string | null;
  address: string | null;
  created_at: Date;
  last_seen_at: Date;
};

export const toSessionView = (row: SessionRow, currentId: string): z.infer<typeof session> => ({
  _id: row.id,
  createdAt: row.created_at.toISOString(),
  lastSeenAt: row.last_seen_at.toISOString(),
  userAgent: row.user_agent,
  address: row.address,
  current: row.id === currentId,
});
