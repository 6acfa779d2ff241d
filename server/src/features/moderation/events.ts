import { defineEvent } from '#db/events.ts';

/** A member has blocked another; listeners end all relationships of the two in the same transaction. */
export const memberBlocked = defineEvent<{ userId: string; blockedId: string }>('moderation.blocked');
