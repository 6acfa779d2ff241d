/** Which notifications members may have mailed and sent to their devices, and what happens without a choice. */
import type { NotificationKind } from './constants/notifications.ts';

/**
 * When a notification is mailed: never, with what was missed in the digest of members who get one, soon after it was
 * made, or in a mail of a day or a week, whether or not the member gets a digest.
 */
export const mailCadences = ['none', 'digest', 'instant', 'daily', 'weekly'] as const;
export type MailCadence = (typeof mailCadences)[number];

/** How often the digest says what was missed, and the best of the network. */
export const digestCadences = ['none', 'daily', 'weekly'] as const;
export type DigestCadence = (typeof digestCadences)[number];

/** When digests are sent without a choice: at eight in the morning, those of a week on Mondays. */
export const usualDigest = { cadence: 'none', hour: 8, weekday: 1 } as const;

/** The switches of the account that turn notifications on and off; without a notification there is no mail. */
type Switch = 'like' | 'comment' | 'follow' | 'message' | 'event';
export type NotificationSwitch = `${Switch}_notification`;

/**
 * The kinds that a member chooses about: the switch that each depends on (null: it cannot be turned off), and whether
 * it is mailed, and sent to their devices, without a choice. Nobody gets mails who has not asked for them, and who asks
 * for a digest gets all that they missed; a device gets what somebody wants of the member once it was allowed.
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
} as const satisfies Record<string, { dependsOn: NotificationSwitch | null; mail: MailCadence; push: boolean }>;
export type MailKind = keyof typeof mailKinds;

/** Those that have mails of their own, like receipts, whatever is chosen. */
export const isMailedAnyway = (kind: MailKind): boolean => kind === 'webinars';

/** When a kind is mailed with others, by what its member chose; never where it has mails of its own. */
export const toMailCadence = (kind: MailKind, chosen: MailCadence | undefined): MailCadence =>
  isMailedAnyway(kind) ? 'none' : (chosen ?? mailKinds[kind].mail);

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
  jobClosed: 'applying',
  jobClosing: 'hiring',
  jobExpired: 'hiring',
  webinarCancelled: 'webinars',
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
  disputeOpened: 'money',
  disputeWon: 'money',
  disputeLost: 'money',
  refundBlocked: 'money',
  refundWaits: 'money',
  refundLate: 'money',
  jobMatched: 'jobMatched',
  scheduledPublished: 'scheduled',
  scheduledFailed: 'scheduled',
} as const satisfies Record<NotificationKind, MailKind | null>;

/** Why a member gets no mails about notifications: they have unsubscribed, or their address refuses mail. */
export const mailStops = ['unsubscribed', 'refused'] as const;
export type MailStop = (typeof mailStops)[number];
