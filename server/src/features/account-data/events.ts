import { defineEvent } from '#db/events.ts';

/** A member deletes their own account. Listeners that are called within the transaction may throw to refuse it. */
export const deletionRequested = defineEvent<{ userId: string }>('account-data.requested');

/** Emitted in the transaction that deletes a member. Listeners delete data that no cascade reaches. */
export const accountDeleting = defineEvent<{ userId: string }>('account-data.deleting');

/** A large account is being deleted: its member is hidden, and a job deletes the data. `accountDeleting` follows. */
export const accountVanished = defineEvent<{ userId: string }>('account-data.vanished');

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

/**
 * A batch of what a banned member, or one who deletes a large account, has done to others is taken away. Listeners
 * process at most `BATCH` rows of theirs, and set `remains` if there may be more.
 */
export const memberLeaving = defineEvent<{ userId: string; remains: boolean }>('account-data.leaving');

/** Likes and ratings by a member of these posts were taken away, or put back. */
export const likesMoved = defineEvent<{ postIds: string[] }>('account-data.likesMoved');
