import { defineEvent } from '#db/events.ts';

/** Sessions have ended: their sockets are closed and their tokens are invalid. */
export const sessionsEnded = defineEvent<{ userId: string; sessionIds: string[] }>('account.sessionsEnded');

/** A member has changed or reset the password: nobody who had access before may keep it. */
export const passwordReplaced = defineEvent<{ userId: string }>('account.passwordReplaced');

/** A member has signed in. */
export const sessionOpened = defineEvent<{ userId: string }>('account.sessionOpened');

/**
 * The data of an unconfirmed account is deleted in this transaction, because somebody else has proved to own the
 * address.
 */
export const accountVacated = defineEvent<{ userId: string }>('account.vacated');
