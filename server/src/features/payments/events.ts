import { defineEvent } from '#db/events.ts';

/** A member has a seat in a webinar: a free one, or one that is paid. Emitted once a seat. */
export const webinarJoined = defineEvent<{ postId: string; hostId: string; actorId: string }>('payments.joined');

/** A seat of a member, or their place on a waiting list, was taken, given up or paid. */
export const ownSeatsChanged = defineEvent<{ userId: string; postId: string }>('payments.ownSeats');

/**
 * How the dispute of a payment stands, or that its refund cannot be made (`blocked`), or waits for the balance of the
 * account that was paid.
 */
export type Trouble = 'open' | 'won' | 'lost' | 'blocked' | 'waiting';

/** A payment needs its host, or the owners; `postId` is null once the webinar is deleted. */
export const paymentTroubled = defineEvent<{
  paymentId: string;
  parentId: string;
  postId: string | null;
  hostId: string;
  /** Null after the member is gone. */
  payerId: string | null;
  ownerIds: readonly string[];
  trouble: Trouble;
}>('payments.troubled');
