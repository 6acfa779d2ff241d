import { defineEvent } from '#db/events.ts';

/** The card of a post came, changed or went. */
export const postCardChanged = defineEvent<{ postId: string }>('link-cards.changed');
