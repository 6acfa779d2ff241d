import { defineEvent } from '#db/events.ts';

/** A member has blocked another; listeners end all relationships of the two in the same transaction. */
export const memberBlocked = defineEvent<{ userId: string; blockedId: string }>('moderation.blocked');

/** A member has reported a post of another member, which hides it from the one who reported it. */
export const postReported = defineEvent<{ userId: string; postId: string }>('moderation.postReported');

/** A decision has hidden a post from everybody. Its reversal emits `postSaved`. */
export const postHidden = defineEvent<{ postId: string }>('moderation.postHidden');

/** A decision has hidden a comment, with its replies, from everybody. */
export const commentHidden = defineEvent<{ commentId: string; postId: string; parentId: string | null }>(
  'moderation.commentHidden',
);

/** A reversal shows a comment again. */
export const commentShown = defineEvent<{ commentId: string; postId: string }>('moderation.commentShown');
