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
  refund_policy: Defaulted<RefundPolicy>;
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
  created_at: Defaulted<Date>;
};
