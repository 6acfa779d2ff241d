import { defineEvent } from '#db/events.ts';

/** New jobs fit a saved search of a member; `link` is the list of what it finds. */
export const searchMatched = defineEvent<{ searchId: string; userId: string; postId: string; link: string }>(
  'saved-searches.matched',
);
