import type { RefundPolicy } from '@afterhours/contract/constants/webinars';
import type { SeatState } from '@afterhours/contract/webinars/webinars';
import type { Generated } from 'kysely';
import type { Defaulted } from './members.ts';

/** A webinar's details beside its post. */
export type WebinarsTable = {
  post_id: string;
  ends_at: Date | null;
  /** Null if there is no limit. */
  capacity: number | null;
  /** Live seats, counted by triggers. */
  seats_taken: Generated<number>;
  /** In the smallest unit of `currency` (ISO 4217, lower case); 0 if it is free. */
  price: Defaulted<number>;
  currency: Defaulted<string>;
  /** The tax added to the price, in percent; null if the price is the amount paid. */
  added_tax: Defaulted<string | number | null>;
  refund_policy: Defaulted<RefundPolicy>;
  /** The version number for calendars. */
  calendar_seq: Generated<number>;
  cancelled_at: Date | null;
  /** The host's message to members when it was cancelled. */
  cancel_words: string | null;
  /** A link for those who had a seat. */
  recording: string | null;
  /** Whether those who had a seat have been notified of the recording. */
  recording_told: Generated<boolean>;
  /** The start times of which members have been reminded, a day and an hour in advance. */
  reminded_day: Date | null;
  reminded_hour: Date | null;
};

/** A member's seat in a webinar. */
export type SeatsTable = {
  id: string;
  post_id: string;
  user_id: string;
  state: SeatState;
  /** Until when a seat that is not paid for is held. */
  held_until: Date | null;
  payment_id: string | null;
  /** Whether the webinar was at another time when the seat was taken. */
  moved: Defaulted<boolean>;
  /** When it was offered to its member, who was on the waiting list. */
  offered_at: Date | null;
  /** When its member first and last opened the join page. */
  first_opened_at: Date | null;
  last_opened_at: Date | null;
  /** Whether its member let an offer lapse and has not been notified of that yet. */
  lapsed: Generated<boolean>;
  created_at: Defaulted<Date>;
};

export type NoticeKind = 'cancelled' | 'moved' | 'offered' | 'day' | 'hour' | 'recorded' | 'lapsed';

/** A notice about a webinar that a member receives once. */
export type WebinarNoticesTable = {
  id: Generated<string>;
  post_id: string;
  user_id: string;
  kind: NoticeKind;
  /** Distinguishes notices of one kind: the calendar version, the seat, or the start time. */
  key: string;
  created_at: Defaulted<Date>;
  told_at: Date | null;
};

/**
 * The notice that a webinar was deleted, for a member who had a seat or waited for one. Written by a trigger on posts.
 */
export type DeletedWebinarNoticesTable = {
  id: Generated<string>;
  post_id: string;
  user_id: string;
  /** Null if a decision had hidden it. */
  title: string | null;
  starts_at: Date | null;
  ends_at: Date | null;
  time_zone: string | null;
  calendar_seq: number;
  /** Null for a member who waited or was paying. */
  seat: 'paid' | 'free' | null;
  created_at: Defaulted<Date>;
  told_at: Date | null;
};

/** A member on the waiting list. */
export type WebinarWaitingTable = {
  post_id: string;
  user_id: string;
  place: Generated<string>;
  created_at: Defaulted<Date>;
};

/** The address at which calendars read a member's webinars. */
export type CalendarFeedsTable = {
  user_id: string;
  token_hash: Buffer;
  created_at: Defaulted<Date>;
};
