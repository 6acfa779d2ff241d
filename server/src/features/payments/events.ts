import type { Price } from '@afterhours/contract/constants/webinars';
import { defineEvent } from '#db/events.ts';

/** A member got a seat in a webinar, free or paid. Emitted once per seat. */
export const webinarJoined = defineEvent<{ postId: string; hostId: string; actorId: string }>('payments.joined');

/**
 * A member's seat, or place on a waiting list, was taken, given up, paid or refunded, or the refund was returned.
 * `userId` is null for a refund to a member who has deleted the account; `hostId` is given for refunds, because the
 * webinar may be deleted.
 */
export const ownSeatsChanged = defineEvent<{ userId: string | null; postId: string; hostId?: string }>(
  'payments.ownSeats',
);

/** Somebody has left the line for a seat in a webinar, so those behind them have moved up. */
export const lineMoved = defineEvent<{ postId: string }>('payments.lineMoved');

/** Seats in a webinar are free again: nobody paid for them in time, or there is a block between member and host. */
export const seatsFreed = defineEvent<{ postId: string }>('payments.seatsFreed');

/**
 * The state of a payment's dispute, or that its refund is `blocked`, is `waiting` for the balance of the account that
 * was paid, or was `returned` by the payer's bank.
 */
export type Trouble = 'open' | 'won' | 'lost' | 'blocked' | 'waiting' | 'returned';

/** A payment needs attention by its host or the owners. `postId` is null once the webinar is deleted. */
export const paymentTroubled = defineEvent<{
  paymentId: string;
  parentId: string;
  postId: string | null;
  hostId: string;
  /** Null after the member has been deleted. */
  payerId: string | null;
  ownerIds: readonly string[];
  trouble: Trouble;
}>('payments.troubled');

/** A payout by the community to a host was recorded, or the record was cancelled. */
export const payoutChanged = defineEvent<{
  payoutId: string;
  hostId: string;
  /** The owner who did it; null for a host in the sandbox. */
  actorId: string | null;
  price: Price;
  canceled: boolean;
}>('payments.payoutChanged');
