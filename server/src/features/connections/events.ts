import { defineEvent } from '#db/events.ts';

type Invitation = { invitationId: string; fromUserId: string; toUserId: string };

export const invitationSent = defineEvent<Invitation>('connections.sent');
export const invitationWithdrawn = defineEvent<Invitation>('connections.withdrawn');
/** The receiver of an invitation has accepted or ignored it; the sender is never told of the latter. */
export const invitationAnswered = defineEvent<Invitation & { accepted: boolean }>('connections.answered');

/** A member's relationship with another has changed, as that member sees it. */
export const relationshipChanged = defineEvent<{ userId: string; otherId: string }>('connections.relationshipChanged');
