import type { RefundPolicy } from '@afterhours/contract/constants/webinars';
import type { SeatState } from '@afterhours/contract/webinars';
import type { Generated } from 'kysely';
import type { Defaulted } from './members.ts';

/** What a webinar offers beside its post. */
export type WebinarsTable = {
  post_id: string;
  ends_at: Date | null;
  /** Null for no limit. */
  capacity: number | null;
  /** Live seats, counted by triggers. */
  seats_taken: Generated<number>;
  /** Smallest unit of `currency` (ISO 4217, lower case); 0 for a free one. */
  price: Defaulted<number>;
  currency: Defaulted<string>;
  /** The tax that is added to the price, in percent; null where the price is what is paid. */
  added_tax: Defaulted<string | number | null>;
  refund_policy: Defaulted<RefundPolicy>;
  /** The number of the version that calendars have of it. */
  calendar_seq: Generated<number>;
  cancelled_at: Date | null;
  /** What its host said when it was cancelled. */
  cancel_words: string | null;
  /** A link, for those who had a seat. */
  recording: string | null;
  /** Whether those who had a seat were told of it. */
  recording_told: Generated<boolean>;
  /** The start of which members were reminded a day before, and an hour before. */
  reminded_day: Date | null;
  reminded_hour: Date | null;
};

/** A member's seat in a webinar. */
export type SeatsTable = {
  id: string;
  post_id: string;
  user_id: string;
  state: SeatState;
  /** Until when a seat that is not paid for is kept. */
  held_until: Date | null;
  payment_id: string | null;
  /** Whether the webinar had another time when it was taken. */
  moved: Defaulted<boolean>;
  /** When it was offered to its member, who waited for it. */
  offered_at: Date | null;
  /** When its member first and last opened the way into the webinar. */
  first_opened_at: Date | null;
  last_opened_at: Date | null;
  /** Whether its member let an offer of it end, and was not told of that yet. */
  lapsed: Generated<boolean>;
  created_at: Defaulted<Date>;
};

export type NoticeKind = 'cancelled' | 'moved' | 'offered' | 'day' | 'hour' | 'recorded' | 'lapsed';

/** Something that a member is told about a webinar, once. */
export type WebinarNoticesTable = {
  id: Generated<string>;
  post_id: string;
  user_id: string;
  kind: NoticeKind;
  /** Tells it from others of its kind: the version in calendars, the seat, or the start. */
  key: string;
  created_at: Defaulted<Date>;
  told_at: Date | null;
};

/** That a webinar is deleted, for a member who had a seat in it or waited for one. Written by a trigger of posts. */
export type DeletedWebinarNoticesTable = {
  id: Generated<string>;
  post_id: string;
  user_id: string;
  /** Null where a decision has hidden it. */
  title: string | null;
  starts_at: Date | null;
  ends_at: Date | null;
  time_zone: string | null;
  calendar_seq: number;
  /** Null for who waited, or was paying. */
  seat: 'paid' | 'free' | null;
  created_at: Defaulted<Date>;
  told_at: Date | null;
};

/** A member who waits for a seat. */
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
