import { defineEvent } from '#db/events.ts';

/** Members must be notified that a post, or a comment below it, mentions them; each member once per text. */
export const membersMentioned = defineEvent<{
  postId: string;
  /** Null for the post itself. */
  commentId: string | null;
  actorId: string;
  text: string;
  userIds: string[];
}>('mentions.told');
