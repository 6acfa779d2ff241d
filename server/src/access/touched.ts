/**
 * Events for a visible change of a post or of a member: caches of them must be dropped. These two events are below the
 * features because likes, comments and ratings emit the first, and posts, which shows all three, listens.
 */
import { defineEvent } from '#db/events.ts';

/** A post, or its likes, comments or ratings, has changed; emitted by every command that changes one of them. */
export const postTouched = defineEvent<{ postId: string }>('posts.touched');

/**
 * A member has changed for others: the name, picture, profession, intro or label (`profile`); or `everything`, where
 * the member goes, for all or for some, with all posts, likes and comments, or is there again.
 */
export const memberTouched = defineEvent<{ userId: string; changed: 'profile' | 'everything' }>('members.touched');
