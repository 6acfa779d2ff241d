import { defineEvent } from '#db/events.ts';

export const commentCreated = defineEvent<{
  commentId: string;
  postId: string;
  postOwnerId: string;
  actorId: string;
  /** The thread and its author, for a reply. */
  parent: { commentId: string; ownerId: string } | null;
}>('comments.created');

export const commentDeleted = defineEvent<{ commentId: string; postId: string; parentId: string | null }>(
  'comments.deleted',
);

export const commentUpdated = defineEvent<{ commentId: string; postId: string }>('comments.updated');
