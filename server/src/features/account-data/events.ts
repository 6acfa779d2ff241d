import { defineEvent } from '#db/events.ts';

/** A member is about to be deleted, in this transaction: what would not go with their row goes now. */
export const accountDeleting = defineEvent<{ userId: string }>('account-data.deleting');

/** A member is gone from a conversation: the other of the two now talks to `placeId`, a row without a person. */
export const memberLeft = defineEvent<{ conversationId: string; otherId: string; leftId: string; placeId: string }>(
  'account-data.left',
);
