import { defineEvent } from '#db/events.ts';

/** A member has added or removed a bookmark of a post. */
export const bookmarkChanged = defineEvent<{ postId: string; actorId: string }>('bookmarks.changed');
