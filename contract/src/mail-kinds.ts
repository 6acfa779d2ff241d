/** Which notifications members may have mailed, and what happens without a choice. */
import type { NotificationKind } from './constants/notifications.ts';

/** When a notification is mailed: not at all, or soon after it was made. */
export const mailCadences = ['none', 'instant'] as const;
export type MailCadence = (typeof mailCadences)[number];

/** The switches of the account that turn notifications on and off; without a notification there is no mail. */
type Switch = 'like' | 'comment' | 'follow' | 'message' | 'event';
export type NotificationSwitch = `${Switch}_notification`;

/**
 * The kinds that a member chooses about: the switch that each depends on (null: it cannot be turned off), and whether
 * it is mailed to members who have chosen nothing. Nobody gets mails who has not asked for them.
 */
export const mailKinds = {
  messaged: { dependsOn: 'message_notification', mail: 'none' },
  commented: { dependsOn: 'comment_notification', mail: 'none' },
  replied: { dependsOn: 'comment_notification', mail: 'none' },
  mentioned: { dependsOn: 'comment_notification', mail: 'none' },
  liked: { dependsOn: 'like_notification', mail: 'none' },
  followed: { dependsOn: 'follow_notification', mail: 'none' },
  invited: { dependsOn: 'event_notification', mail: 'none' },
  accepted: { dependsOn: 'event_notification', mail: 'none' },
  applied: { dependsOn: 'event_notification', mail: 'none' },
  joinedWebinar: { dependsOn: 'event_notification', mail: 'none' },
  scheduled: { dependsOn: null, mail: 'none' },
} as const satisfies Record<string, { dependsOn: NotificationSwitch | null; mail: MailCadence }>;
export type MailKind = keyof typeof mailKinds;
export const mailKindNames = Object.keys(mailKinds) as [MailKind, ...MailKind[]];

/**
 * What a member chooses about each notification by. Decisions of the moderators are mailed in full by themselves, and
 * what became of a report is only shown.
 */
export const mailKindOf = {
  likedPost: 'liked',
  likedComment: 'liked',
  commented: 'commented',
  replied: 'replied',
  mentioned: 'mentioned',
  joinedWebinar: 'joinedWebinar',
  messaged: 'messaged',
  applied: 'applied',
  followed: 'followed',
  invited: 'invited',
  accepted: 'accepted',
  reportLookedAt: null,
  reportKept: null,
  reportWarned: null,
  reportActed: null,
  reportGone: null,
  decisionMade: null,
  decisionReversed: null,
  appealRefused: null,
  appealGranted: null,
  scheduledPublished: 'scheduled',
  scheduledFailed: 'scheduled',
} as const satisfies Record<NotificationKind, MailKind | null>;

/** Why a member gets no mails about notifications: they have unsubscribed, or their address refuses mail. */
export const mailStops = ['unsubscribed', 'refused'] as const;
export type MailStop = (typeof mailStops)[number];
