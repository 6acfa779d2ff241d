import { defineEvent } from '#db/events.ts';

/** A member is about to be deleted, in this transaction: what would not go with their row goes now. */
export const accountDeleting = defineEvent<{ userId: string }>('account-data.deleting');
