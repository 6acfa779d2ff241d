/** Which notifications members may have mailed and sent to their devices, and what happens without a choice. */
import type { NotificationKind } from './constants/notifications.ts';

/**
 * When a notification is mailed: not by itself, soon after it was made, or with the others in the digest of a day or a
 * week.
 */
export const mailCadences = ['none', 'instant', 'daily', 'weekly'] as const;
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
 * it is mailed, and sent to their devices, without a choice. Nobody gets mails who has not asked for them; a device
 * gets what somebody wants of the member once it was allowed.
 */
export const mailKinds = {
  messaged: { dependsOn: 'message_notification', mail: 'none', push: true },
  commented: { dependsOn: 'comment_notification', mail: 'none', push: true },
  replied: { dependsOn: 'comment_notification', mail: 'none', push: true },
  mentioned: { dependsOn: 'comment_notification', mail: 'none', push: true },
  liked: { dependsOn: 'like_notification', mail: 'none', push: false },
  followed: { dependsOn: 'follow_notification', mail: 'none', push: false },
  invited: { dependsOn: 'event_notification', mail: 'none', push: true },
  accepted: { dependsOn: 'event_notification', mail: 'none', push: true },
  applied: { dependsOn: 'event_notification', mail: 'none', push: true },
  joinedWebinar: { dependsOn: 'event_notification', mail: 'none', push: true },
  webinars: { dependsOn: null, mail: 'none', push: true },
  jobMatched: { dependsOn: null, mail: 'none', push: true },
  applications: { dependsOn: null, mail: 'none', push: true },
  jobs: { dependsOn: null, mail: 'none', push: true },
  scheduled: { dependsOn: null, mail: 'none', push: true },
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
  jobClosed: 'applications',
  jobClosing: 'jobs',
  jobExpired: 'jobs',
  webinarCancelled: 'webinars',
  webinarMoved: 'webinars',
  seatOffered: 'webinars',
  webinarTomorrow: 'webinars',
  webinarSoon: 'webinars',
  applicationSeen: 'applications',
  applicationTalking: 'applications',
  applicationOffer: 'applications',
  applicationHired: 'applications',
  applicationRejected: 'applications',
  jobMatched: 'jobMatched',
  scheduledPublished: 'scheduled',
  scheduledFailed: 'scheduled',
} as const satisfies Record<NotificationKind, MailKind | null>;

/** Why a member gets no mails about notifications: they have unsubscribed, or their address refuses mail. */
export const mailStops = ['unsubscribed', 'refused'] as const;
export type MailStop = (typeof mailStops)[number];
