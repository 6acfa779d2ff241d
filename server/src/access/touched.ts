/**
 * What anyone sees of a post or of a member has changed: whatever is kept of them must be dropped. These two events stand
 * below the features because likes, comments and ratings emit the one, and posts, which shows all three, listens.
 */
import { defineEvent } from '#db/events.ts';

/** A post, or its likes, comments or ratings, has changed; emitted by every command that does so. */
export const postTouched = defineEvent<{ postId: string }>('posts.touched');

/** A member has a new name, picture, profession or intro; or is `gone`, and with them their posts, likes and comments. */
export const memberTouched = defineEvent<{ userId: string; gone: boolean }>('members.touched');
