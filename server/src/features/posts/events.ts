import { defineEvent } from '#db/events.ts';

/** A post was created or its text changed; `hashtags` are all it has now. */
export const postSaved = defineEvent<{ postId: string; authorId: string; hashtags: string[]; isNew: boolean }>(
  'posts.saved',
);

/** A post is gone; emitted within the transaction that deletes it, after its row. */
export const postDeleted = defineEvent<{ postId: string; authorId: string }>('posts.deleted');
