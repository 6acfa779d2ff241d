import { defineEvent } from '#db/events.ts';

/** Emitted in the transaction that deletes a member. Listeners delete data that no cascade reaches. */
export const accountDeleting = defineEvent<{ userId: string }>('account-data.deleting');

/**
 * A member has left a conversation by deleting their account; `placeId` is the id of the anonymous row in their place.
 */
export const memberLeft = defineEvent<{ conversationId: string; otherId: string; leftId: string; placeId: string }>(
  'account-data.left',
);
