import { defineEvent } from '#db/events.ts';

/** A post's card was added, changed or removed. */
export const postCardChanged = defineEvent<{ postId: string }>('link-cards.changed');
