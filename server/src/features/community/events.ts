import { defineEvent } from '#db/events.ts';

/** A member has accepted the current version of the terms. */
export const termsAccepted = defineEvent<{ userId: string }>('community.terms-accepted');

/** Requests to join have become ready to be decided, or have gone. */
export const joinRequestsChanged = defineEvent<{ userIds: readonly string[] }>('community.join-requests-changed');
