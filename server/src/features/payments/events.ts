import { defineEvent } from '#db/events.ts';

/** A member has a seat in a webinar: a free one, or one that is paid. Emitted once a seat. */
export const webinarJoined = defineEvent<{ postId: string; hostId: string; actorId: string }>('payments.joined');
