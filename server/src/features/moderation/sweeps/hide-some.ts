/** Hides what a member has posted, in batches. */
import { touchPosts } from '#access/touched.ts';
import type { Tx } from '#db/events.ts';
import { commentHidden, postHidden, postRemoved } from '../events.ts';
import { hideSomeComments, hideSomePosts, type Span } from './sweep-queries.ts';

export const POSTS_AT_ONCE = 100;
export const COMMENTS_AT_ONCE = 200;

/** Hides a batch of posts. Returns how many. `removed`: they are not meant to come back. */
export async function hidePosts(tx: Tx, span: Span, removed: boolean): Promise<number> {
  const ids = await hideSomePosts(tx.db, span, POSTS_AT_ONCE);
  const posts = ids.map((postId) => ({ postId }));
  await tx.emitAll(postHidden, posts);
  if (removed) await tx.emitAll(postRemoved, posts);
  await touchPosts(tx, ids);
  return ids.length;
}

/** Hides a batch of comments with their replies. Returns how many, without replies. */
export async function hideComments(tx: Tx, span: Span): Promise<number> {
  const comments = await hideSomeComments(tx.db, span, COMMENTS_AT_ONCE);
  await tx.emitAll(
    commentHidden,
    comments.map(({ id, post_id, parent_id }) => ({ commentId: id, postId: post_id, parentId: parent_id })),
  );
  await touchPosts(
    tx,
    comments.map(({ post_id }) => post_id),
  );
  return comments.length;
}
