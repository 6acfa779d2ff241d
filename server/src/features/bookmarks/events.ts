import { defineEvent } from '#db/events.ts';

/** A member has bookmarked a post, or no longer. */
export const bookmarkChanged = defineEvent<{ postId: string; actorId: string }>('bookmarks.changed');
