import { defineEvent } from '#db/events.ts';

/** A member has paid for a webinar and may join it. Emitted once a payment. */
export const paymentCompleted = defineEvent<{ paymentId: string; postId: string; hostId: string; actorId: string }>(
  'payments.completed',
);
