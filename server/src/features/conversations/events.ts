import { defineEvent } from '#db/events.ts';

/** A member's own marks of a conversation have changed. `told` says whether the other may see that: read or delivered. */
export const readMarkersChanged = defineEvent<{
  conversationId: string;
  userId: string;
  otherId: string;
  told: boolean;
}>('conversations.readMarkersChanged');

/** A member has looked at a conversation, or put it away. */
export const conversationSeen = defineEvent<{ conversationId: string; userId: string }>('conversations.seen');
