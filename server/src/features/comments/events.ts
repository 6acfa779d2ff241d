import { defineEvent } from '#db/events.ts';

export const commentCreated = defineEvent<{
  commentId: string;
  postId: string;
  postOwnerId: string;
  actorId: string;
  text: string;
  /** For a reply, the comment it replies to and that comment's author. */
  parent: { commentId: string; ownerId: string } | null;
}>('comments.created');

/** A comment was held when it was written, so only its author sees it. */
export const commentHeld = defineEvent<{ commentId: string; postId: string; authorId: string }>('comments.held');

/** A comment is deleted with its replies; emitted in the deleting transaction, before the rows are gone. */
export const commentDeleted = defineEvent<{ commentId: string; postId: string; parentId: string | null }>(
  'comments.deleted',
);

export const commentUpdated = defineEvent<{ commentId: string; postId: string }>('comments.updated');
