/**
 * Events for a visible change to a post or a member, upon which caches must drop their entries. They are declared below
 * the features because likes, comments and ratings emit the first one, and posts, which shows all three, listens.
 */
import { defineEvent, type Tx } from '#db/events.ts';

/** A post, or its likes, comments or ratings, has changed; emitted by every command that changes one of them. */
export const postTouched = defineEvent<{ postId: string }>('posts.touched');

/** Emits `postTouched` for several posts, once each. */
export const touchPosts = (tx: Tx, postIds: readonly string[]): Promise<void> =>
  tx.emitAll(
    postTouched,
    [...new Set(postIds)].map((postId) => ({ postId })),
  );

/**
 * A member has changed for others: `profile` stands for the name, picture, profession, intro or label; `everything`
 * means that the member, with all their posts, likes and comments, disappears for some or all others, or reappears.
 */
export const memberTouched = defineEvent<{ userId: string; changed: 'profile' | 'everything' }>('members.touched');
