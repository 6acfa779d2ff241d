import { defineEvent } from '#db/events.ts';

/** A member has a seat in a webinar: a free one, or one that is paid. Emitted once a seat. */
export const webinarJoined = defineEvent<{ postId: string; hostId: string; actorId: string }>('payments.joined');

/** How the dispute of a payment stands, or `blocked`: that its refund cannot be made. */
export type Trouble = 'open' | 'won' | 'lost' | 'blocked';

/** A payment needs its host, or the owners; `postId` is null once the webinar is deleted. */
export const paymentTroubled = defineEvent<{
  paymentId: string;
  parentId: string;
  postId: string | null;
  hostId: string;
  ownerIds: readonly string[];
  trouble: Trouble;
}>('payments.troubled');
