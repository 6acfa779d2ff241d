/** Which notifications members may have mailed and sent to their devices, and the defaults. */
import type { NotificationKind } from '../constants/notifications.ts';

/**
 * When a notification is mailed: never; in the digest, for members who get one; soon after it is written; or in a daily
 * or weekly mail, whether or not the member gets a digest.
 */
export const mailCadences = ['none', 'digest', 'instant', 'daily', 'weekly'] as const;
export type MailCadence = (typeof mailCadences)[number];

/** How often a member gets a digest of missed notifications and the best posts of the network. */
export const digestCadences = ['none', 'daily', 'weekly'] as const;
export type DigestCadence = (typeof digestCadences)[number];

/** When digests are sent by default: at eight in the morning, weekly ones on Mondays. */
export const usualDigest = { cadence: 'none', hour: 8, weekday: 1 } as const;

/** The account's switches that turn notifications on and off. Without a notification there is no mail. */
type Switch = 'like' | 'comment' | 'follow' | 'message' | 'event';
export type NotificationSwitch = `${Switch}_notification`;

/**
 * The kinds that a member can configure: the switch that each depends on (null if it cannot be turned off), and whether
 * it is mailed and sent to devices by default. Nobody gets mails without asking for them, except about the outcome of
 * their own reports, and a digest contains everything that the member missed. Once a device is allowed, it gets what
 * requires the member's attention.
 */
export const mailKinds = {
  messaged: { dependsOn: 'message_notification', mail: 'digest', push: true },
  commented: { dependsOn: 'comment_notification', mail: 'digest', push: true },
  replied: { dependsOn: 'comment_notification', mail: 'digest', push: true },
  mentioned: { dependsOn: 'comment_notification', mail: 'digest', push: true },
  liked: { dependsOn: 'like_notification', mail: 'digest', push: false },
  followed: { dependsOn: 'follow_notification', mail: 'digest', push: false },
  invited: { dependsOn: 'event_notification', mail: 'digest', push: true },
  accepted: { dependsOn: 'event_notification', mail: 'digest', push: true },
  applied: { dependsOn: 'event_notification', mail: 'digest', push: true },
  joinedWebinar: { dependsOn: 'event_notification', mail: 'digest', push: true },
  webinars: { dependsOn: null, mail: 'none', push: true },
  money: { dependsOn: null, mail: 'digest', push: true },
  applying: { dependsOn: null, mail: 'digest', push: true },
  hiring: { dependsOn: null, mail: 'digest', push: true },
  jobMatched: { dependsOn: null, mail: 'digest', push: true },
  scheduled: { dependsOn: null, mail: 'digest', push: true },
  reports: { dependsOn: null, mail: 'instant', push: true },
} as const satisfies Record<string, { dependsOn: NotificationSwitch | null; mail: MailCadence; push: boolean }>;
export type MailKind = keyof typeof mailKinds;

/** Whether this kind has mails of its own, like receipts, whatever the member chooses. */
export const isMailedAnyway = (kind: MailKind): boolean => kind === 'webinars';

/** Returns when a kind is mailed together with others, given the member's choice; never if it has mails of its own. */
export const toMailCadence = (kind: MailKind, chosen: MailCadence | undefined): MailCadence =>
  isMailedAnyway(kind) ? 'none' : (chosen ?? mailKinds[kind].mail);

export const mailKindNames = Object.keys(mailKinds) as [MailKind, ...MailKind[]];

/**
 * The kind under which a member configures each notification. Null: decisions about the member have a full mail of
 * their own, and that a report is looked at is only shown.
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
  reportKept: 'reports',
  reportWarned: 'reports',
  reportActed: 'reports',
  reportGone: 'reports',
  reportReversed: 'reports',
  decisionMade: null,
  decisionReversed: null,
  appealRefused: null,
  appealGranted: null,
  jobClosed: 'applying',
  jobDeleted: 'applying',
  jobClosing: 'hiring',
  jobExpired: 'hiring',
  webinarCancelled: 'webinars',
  paidWebinarCancelled: 'webinars',
  webinarMoved: 'webinars',
  seatOffered: 'webinars',
  webinarTomorrow: 'webinars',
  webinarSoon: 'webinars',
  applicationSeen: 'applying',
  applicationTalking: 'applying',
  applicationOffer: 'applying',
  applicationHired: 'applying',
  applicationRejected: 'applying',
  recordingAdded: 'webinars',
  seatLapsed: 'webinars',
  webinarDeleted: 'webinars',
  paidWebinarDeleted: 'webinars',
  disputeOpened: 'money',
  disputeWon: 'money',
  disputeLost: 'money',
  refundBlocked: 'money',
  refundWaits: 'money',
  refundReturned: 'money',
  refundLate: 'money',
  payoutRecorded: 'money',
  payoutCanceled: 'money',
  jobMatched: 'jobMatched',
  scheduledPublished: 'scheduled',
  scheduledFailed: 'scheduled',
} as const satisfies Record<NotificationKind, MailKind | null>;

/** Why a member gets no mails about notifications: they have unsubscribed, or their address rejects mail. */
export const mailStops = ['unsubscribed', 'refused'] as const;
export type MailStop = (typeof mailStops)[number];
