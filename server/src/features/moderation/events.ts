import { defineEvent } from '#db/events.ts';

/** A member has blocked another; listeners end all relationships of the two in the same transaction. */
export const memberBlocked = defineEvent<{ userId: string; blockedId: string }>('moderation.blocked');

/** A member has reported a post of another member, which hides it from the one who reported it. */
export const postReported = defineEvent<{ userId: string; postId: string }>('moderation.postReported');
