import { defineEvent } from '#db/events.ts';

/** Members are to be told that a post, or a comment below it, mentions them; each once for a text. */
export const membersMentioned = defineEvent<{
  postId: string;
  /** Null for the post itself. */
  commentId: string | null;
  actorId: string;
  text: string;
  userIds: string[];
}>('mentions.told');
