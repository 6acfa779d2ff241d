import { defineEvent } from '#db/events.ts';

/** A member has blocked another; whatever is between the two ends in the same transaction. */
export const memberBlocked = defineEvent<{ userId: string; blockedId: string }>('moderation.blocked');
