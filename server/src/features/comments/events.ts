import { defineEvent } from '#db/events.ts';

export const commentCreated = defineEvent<{
  commentId: string;
  postId: string;
  postOwnerId: string;
  actorId: string;
  /** For a reply, the thread and its author. */
  parent: { commentId: string; ownerId: string } | null;
}>('comments.created');

export const commentDeleted = defineEvent<{ commentId: string; postId: string; parentId: string | null }>(
  'comments.deleted',
);

export const commentUpdated = defineEvent<{ commentId: string; postId: string }>('comments.updated');
