import { defineEvent } from '#db/events.ts';

/** Sessions have ended: their sockets close and their tokens are dead. */
export const sessionsEnded = defineEvent<{ sessionIds: string[] }>('account.sessionsEnded');
