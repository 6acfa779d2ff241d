import { defineEvent } from '#db/events.ts';

/** A post was created or changed; `hashtags` are all the tags under which others now find it. */
export const postSaved = defineEvent<{ postId: string; authorId: string; hashtags: string[]; isNew: boolean }>(
  'posts.saved',
);

/** A new post is held for review: only its author sees it. */
export const postHeld = defineEvent<{ postId: string; authorId: string }>('posts.held');

/** A post was deleted; emitted in the deleting transaction, before its rows are gone. */
export const postDeleted = defineEvent<{ postId: string; authorId: string }>('posts.deleted');

/** A scheduled post was added, changed or deleted, was published at any time, or could not be published. */
export const scheduledPostsChanged = defineEvent<{ userId: string }>('posts.scheduled-changed');

/** A scheduled post was published at its time; emitted in the transaction that publishes it. */
export const scheduledPostPublished = defineEvent<{ userId: string; postId: string }>('posts.scheduled-published');

/** A scheduled post could not be published at its time. */
export const scheduledPostFailed = defineEvent<{ userId: string; scheduledId: string }>('posts.scheduled-failed');

/** A webinar's start or end was changed; `webinars` is locked by then. */
export const webinarMoved = defineEvent<{ postId: string; hostId: string; startsAnew: boolean }>('posts.webinar-moved');
