import { defineEvent } from '#db/events.ts';

export const memberFollowed = defineEvent<{ followedId: string; actorId: string }>('follow.followed');
export const memberUnfollowed = defineEvent<{ followedId: string; actorId: string }>('follow.unfollowed');
