import { defineEvent } from '#db/events.ts';

/**
 * A member's own read markers of a conversation have changed. `visibleToOther` is whether the other member may see the
 * change (read or delivered).
 */
export const readMarkersChanged = defineEvent<{
  conversationId: string;
  userId: string;
  otherId: string;
  visibleToOther: boolean;
}>('conversations.readMarkersChanged');

/** A member has opened or closed a conversation. */
export const conversationSeen = defineEvent<{ conversationId: string; userId: string }>('conversations.seen');
