import { defineEvent } from '#db/events.ts';

type Invitation = { invitationId: string; fromUserId: string; toUserId: string };

export const invitationSent = defineEvent<Invitation>('connections.sent');
export const invitationWithdrawn = defineEvent<Invitation>('connections.withdrawn');
/** Whoever was invited has accepted, or ignored it; of the latter the sender learns nothing. */
export const invitationAnswered = defineEvent<Invitation & { accepted: boolean }>('connections.answered');

/** What stands between a member and another has changed, as that member sees it. */
export const relationshipChanged = defineEvent<{ userId: string; otherId: string }>('connections.relationshipChanged');
