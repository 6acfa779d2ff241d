import { defineEvent } from '#db/events.ts';

/** New jobs match a member's saved search; `link` is the page that lists its results. */
export const searchMatched = defineEvent<{ searchId: string; userId: string; postId: string; link: string }>(
  'saved-searches.matched',
);

/** A member has saved a search, changed how often they are notified of it, or deleted it. */
export const savedSearchesChanged = defineEvent<{ userId: string }>('saved-searches.changed');
