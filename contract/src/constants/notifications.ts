/** The types, kinds and sentences of notifications. */
import { defineMessages } from '../base/message.ts';
import type { PosterStatus } from './applications.ts';

export const notificationTypes = ['like', 'comment', 'follow', 'message', 'connection', 'event'] as const;
export type NotificationType = (typeof notificationTypes)[number];

/**
 * The sentences of notifications. `name` is the latest member who did it, `n` is the number of others who did the same,
 * and `price` the amount of a payout. The kind is stored, so that each person reads it in their own language.
 */
export const notificationSentences = defineMessages('notifications.sentence', {
  likedPost: '{n, plural, =0 {{name}} one {{name} and # other} other {{name} and {n, number} others}} liked your post',
  likedComment:
    '{n, plural, =0 {{name}} one {{name} and # other} other {{name} and {n, number} others}} liked your comment',
  commented:
    '{n, plural, =0 {{name}} one {{name} and # other} other {{name} and {n, number} others}} commented on your post',
  replied:
    '{n, plural, =0 {{name}} one {{name} and # other} other {{name} and {n, number} others}} replied to your comment',
  mentioned: '{n, plural, =0 {{name}} one {{name} and # other} other {{name} and {n, number} others}} mentioned you',
  joinedWebinar:
    '{n, plural, =0 {{name}} one {{name} and # other} other {{name} and {n, number} others}} joined your webinar',
  messaged:
    '{n, plural, =0 {{name}} one {{name} and # other} other {{name} and {n, number} others}} sent you a message',
  applied:
    '{n, plural, =0 {{name}} one {{name} and # other} other {{name} and {n, number} others}} applied for a job ' +
    'you posted',
  followed: '{n, plural, =0 {{name}} one {{name} and # other} other {{name} and {n, number} others}} has Followed you',
  invited:
    '{n, plural, =0 {{name}} one {{name} and # other} other {{name} and {n, number} others}} invited you to connect',
  accepted:
    '{n, plural, =0 {{name}} one {{name} and # other} other {{name} and {n, number} others}} accepted your invitation',
  reportLookedAt: 'A moderator is looking at what you reported',
  reportKept: 'We reviewed what you reported. It stays up',
  reportWarned: 'We reviewed what you reported and warned the member',
  reportActed: 'We reviewed what you reported and acted on it',
  reportGone: 'We reviewed what you reported. It has been removed',
  reportReversed: 'We reviewed what you reported again and reversed our decision. It can stay up',
  decisionMade: 'A moderation decision affects you. Read why, and how to appeal',
  decisionReversed: 'A moderation decision about you was reversed',
  appealRefused: 'Your appeal was reviewed. The decision stands',
  appealGranted: 'Your appeal was reviewed. The decision was reversed',
  jobClosed: 'A job that you applied for is closed',
  jobDeleted: 'A job that you applied for was removed',
  jobClosing: 'Your job closes soon. You can renew it',
  jobExpired: 'Your job has expired and is now closed',
  webinarCancelled: 'A webinar that you wanted to join is cancelled',
  paidWebinarCancelled: 'A webinar that you have paid for is cancelled. You get a full refund',
  webinarMoved: 'A webinar that you want to join has been rescheduled',
  seatOffered: 'A seat is available for you. Take it before the offer expires',
  webinarTomorrow: 'A webinar that you have a seat in starts within a day',
  webinarSoon: 'A webinar that you have a seat in starts within the hour',
  recordingAdded: 'The recording of a webinar that you had a seat in is available',
  seatLapsed: 'A seat that was held for you went to the next person, because you did not take it in time',
  webinarDeleted: 'A webinar that you wanted to join was deleted',
  paidWebinarDeleted: 'A webinar that you have paid for was deleted. You get a full refund',
  disputeOpened: 'A payment for a webinar is disputed: the payer’s bank is looking into it',
  disputeWon: 'The dispute over a payment for a webinar ended in the host’s favour',
  disputeLost: 'The dispute over a payment for a webinar was lost: the bank has taken the money back',
  refundBlocked: 'A refund cannot be made, because the account that received the payment is closed',
  refundWaits: 'A refund is waiting, because the balance of the account is too low',
  refundReturned: 'The payer’s bank has returned a refund: it has to be paid in another way',
  refundLate: 'Your refund is delayed: it cannot be paid at the moment',
  payoutRecorded: 'The community has paid out {price} of your earnings',
  payoutCanceled: 'The record of a payout of {price} to you was wrong and has been cancelled. See why',
  applicationSeen: 'Your application was opened',
  applicationTalking: 'An update on your application: you are in talks',
  applicationOffer: 'An update on your application: an offer',
  applicationHired: 'An update on your application: you are hired',
  applicationRejected: 'There is an update on your application',
  jobMatched: 'New jobs match your saved search',
  scheduledPublished: 'Your scheduled post has been published',
  scheduledFailed: 'Your scheduled post could not be published. See why',
});

/** Kinds that come from the moderators, none of whom is named; no switch turns them off. */
export const moderationKinds = [
  'reportLookedAt',
  'reportKept',
  'reportWarned',
  'reportActed',
  'reportGone',
  'reportReversed',
  'decisionMade',
  'decisionReversed',
  'appealRefused',
  'appealGranted',
] as const satisfies readonly (keyof typeof notificationSentences)[];
export type ModerationKind = (typeof moderationKinds)[number];

/** Whether a notification comes from the moderators. */
export const isFromModerators = (kind: string | null): kind is ModerationKind =>
  moderationKinds.some((listed) => listed === kind);

/** Kinds about the member's own scheduled posts. */
export const schedulingKinds = [
  'scheduledPublished',
  'scheduledFailed',
] as const satisfies readonly (keyof typeof notificationSentences)[];

/** Whether a notification is about a scheduled post, and so comes from no member. */
const isFromSchedule = (kind: string | null): boolean => schedulingKinds.some((listed) => listed === kind);

/** Kinds about the member's applications, by their new status. */
export const applicationKinds = {
  seen: 'applicationSeen',
  talking: 'applicationTalking',
  offer: 'applicationOffer',
  hired: 'applicationHired',
  rejected: 'applicationRejected',
} as const satisfies Record<PosterStatus, keyof typeof notificationSentences>;

/**
 * Kinds about jobs: one of the member's own that closes, one that they applied for, or one that matches a saved search.
 */
export const hiringKinds = [
  'jobClosed',
  'jobDeleted',
  'jobClosing',
  'jobExpired',
  ...Object.values(applicationKinds),
  'jobMatched',
] as const satisfies readonly (keyof typeof notificationSentences)[];

/** Kinds about webinars in which the member has a seat or is on the waiting list. */
export const webinarKinds = [
  'webinarCancelled',
  'paidWebinarCancelled',
  'webinarMoved',
  'seatOffered',
  'webinarTomorrow',
  'webinarSoon',
  'recordingAdded',
  'seatLapsed',
  'webinarDeleted',
  'paidWebinarDeleted',
] as const satisfies readonly (keyof typeof notificationSentences)[];

/** Kinds about money for webinars: what needs the attention of the host or the owners, and payouts to the host. */
export const moneyKinds = [
  'disputeOpened',
  'disputeWon',
  'disputeLost',
  'refundBlocked',
  'refundWaits',
  'refundReturned',
  'refundLate',
  'payoutRecorded',
  'payoutCanceled',
] as const satisfies readonly (keyof typeof notificationSentences)[];
export type MoneyKind = (typeof moneyKinds)[number];

/** Whether a notification is about something that the product did by itself, and so comes from no member. */
export const isFromProduct = (kind: string | null): boolean =>
  isFromSchedule(kind) || [...hiringKinds, ...webinarKinds, ...moneyKinds].some((listed) => listed === kind);

export type NotificationKind = keyof typeof notificationSentences;
/** Returns the kind; null for one of a later version, whose stored sentence is shown as it is. */
export const knownKind = (kind: NotificationKind | null): NotificationKind | null =>
  kind !== null && kind in notificationSentences ? kind : null;

export const notificationKinds = Object.keys(notificationSentences) as [NotificationKind, ...NotificationKind[]];

/** The filters for a list of notifications, with the types that belong to each. */
export const notificationGroups = {
  work: ['like', 'comment'],
  network: ['follow', 'connection'],
  events: ['event'],
} as const satisfies Record<string, readonly NotificationType[]>;
export type NotificationGroup = keyof typeof notificationGroups;
export const notificationGroupNames = Object.keys(notificationGroups) as [NotificationGroup, ...NotificationGroup[]];

export const notificationMessages = defineMessages('notifications', {
  read: 'Marked as read.',
  allRead: 'All marked as read.',
  deleted: 'Notification deleted.',
  type: "type must be 'follow', 'post', 'comment' or 'message'.",
  told: 'Noted.',
  untrue: 'There is nothing to notify this member of.',
  oneself: 'You cannot notify yourself.',
  group: "kind must be 'work', 'network' or 'events'.",
});
