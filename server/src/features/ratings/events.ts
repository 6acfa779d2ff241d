import { defineEvent } from '#db/events.ts';

export const postRated = defineEvent<{ postId: string; actorId: string }>('ratings.rated');
