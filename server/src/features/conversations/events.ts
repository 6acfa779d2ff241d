import { defineEvent } from '#db/events.ts';

/**
 * A member's own read markers of a conversation have changed. `told` says which change the other may see: read or
 * delivered.
 */
export const readMarkersChanged = defineEvent<{
  conversationId: string;
  userId: string;
  otherId: string;
  told: boolean;
}>('conversations.readMarkersChanged');

/** A member has opened or closed a conversation. */
export const conversationSeen = defineEvent<{ conversationId: string; userId: string }>('conversations.seen');
