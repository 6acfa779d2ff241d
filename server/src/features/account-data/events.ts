import { defineEvent } from '#db/events.ts';

/** Emitted in the transaction that deletes a member. Listeners delete data that no cascade reaches. */
export const accountDeleting = defineEvent<{ userId: string }>('account-data.deleting');

/**
 * A member has left a conversation by deleting their account; `placeholderId` is the id of the anonymous member who
 * stands in for them.
 */
export const memberLeft = defineEvent<{
  conversationId: string;
  otherId: string;
  leftId: string;
  placeholderId: string;
}>('account-data.left');
