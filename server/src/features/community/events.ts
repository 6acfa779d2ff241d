import { defineEvent } from '#db/events.ts';

/** A member has accepted the current version of the terms. */
export const termsAccepted = defineEvent<{ userId: string }>('community.terms-accepted');
