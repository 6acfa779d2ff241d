import { defineEvent } from '#db/events.ts';

/** New jobs match a member's saved search; `link` is the page that lists its results. */
export const searchMatched = defineEvent<{ searchId: string; userId: string; postId: string; link: string }>(
  'saved-searches.matched',
);
