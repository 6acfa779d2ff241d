import { defineEvent } from '#db/events.ts';

/** A member looks otherwise now: name, picture, profession or intro. */
export const memberChanged = defineEvent<{ userId: string }>('profile.changed');
