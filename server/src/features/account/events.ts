import { defineEvent } from '#db/events.ts';

/** Sessions have ended: their sockets close and their tokens are dead. */
export const sessionsEnded = defineEvent<{ sessionIds: string[] }>('account.sessionsEnded');

/** An account that nobody has confirmed is taken from whoever made it: the member and all they put in go, in this transaction. */
export const accountVacated = defineEvent<{ userId: string }>('account.vacated');
