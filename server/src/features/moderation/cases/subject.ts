/** Hides or holds the subject of a case, and shows it again; notifies caches and open pages. */
import type { CaseKind } from '@afterhours/contract/moderation/staff-cases';
import { memberTouched, postTouched, touchPosts } from '#access/touched.ts';
import type { Tx } from '#db/events.ts';
import { commentCreated } from '#features/comments/events.ts';
import { notifyOfVisible } from '#features/mentions/loaders.ts';
import { postSaved } from '#features/posts/events.ts';
import {
  commentHidden,
  commentShown,
  messageHidden,
  postHidden,
  postRemoved,
  postShown,
  postUnhiding,
} from '../events.ts';
import * as queries from './decision-queries.ts';
import { hidePictures } from './profile-pictures.ts';
import { lockHidden, selectReversed, showHidden } from './show-queries.ts';

/** The columns of a case or decision that name its subject. */
export type SubjectRow = { subject_kind: CaseKind; subject_id: string; post_id: string | null };

/**
 * Hides a post or comment by a decision, or holds it, so that only its author still sees it. Returns false when it is
 * already hidden or its author has deleted it. Of a member, the pictures are hidden; a message, from both members of
 * its chat. `removed`: it is not meant to come back.
 */
export async function hideSubject(
  tx: Tx,
  { subject_kind, subject_id, post_id, member_id }: SubjectRow & { member_id: string },
  decisionId: string,
  { held = false, removed = false },
): Promise<boolean> {
  if (subject_kind === 'member') await hidePictures(tx, subject_id, decisionId);
  if (subject_kind === 'message')
    await tx.emit(messageHidden, { messageId: subject_id, senderId: member_id, decisionId });
  if (post_id === null) return false;
  await (held ? queries.lockPostForHold : queries.lockPostRow)(tx.db, post_id);
  if (subject_kind !== 'comment') {
    await tx.emit(postUnhiding, { postId: post_id });
    if (!(await queries.hidePost(tx.db, post_id, decisionId, held))) return false;
    await tx.emit(postHidden, { postId: post_id });
    if (removed) await tx.emit(postRemoved, { postId: post_id });
  } else {
    const parentId = await queries.hideComment(tx.db, subject_id, decisionId, held);
    if (parentId === undefined) return false;
    await tx.emit(commentHidden, { commentId: subject_id, postId: post_id, parentId });
  }
  await tx.emit(postTouched, { postId: post_id });
  return true;
}

/** How many posts, and how many comments, a batch shows. */
const SHOWN_AT_ONCE = 100;

/** Shows a batch of what these decisions have hidden or held. Returns whether more may remain. */
async function showSome(tx: Tx, decisionIds: readonly string[]): Promise<boolean> {
  const batch = await lockHidden(tx.db, decisionIds, SHOWN_AT_ONCE);
  await tx.emitAll(
    postUnhiding,
    batch.postIds.map((postId) => ({ postId })),
  );
  const { posts, comments } = await showHidden(tx.db, decisionIds, batch);
  await tx.emitAll(
    postSaved,
    posts.map(({ id, user_id, hashtags }) => ({ postId: id, authorId: user_id, hashtags, isNew: false })),
  );
  await tx.emitAll(
    postShown,
    posts.map(({ id }) => ({ postId: id })),
  );
  await tx.emitAll(
    commentShown,
    comments.map(({ id, post_id }) => ({ commentId: id, postId: post_id })),
  );
  await touchPosts(tx, [...posts.map(({ id }) => id), ...comments.map(({ post_id }) => post_id)]);
  await notifyOfVisible(tx, 'post', posts);
  await notifyOfVisible(tx, 'comment', comments);
  // Other servers cache pages for a second, and these lack the post until this event drops them.
  const [first] = posts;
  if (first) await tx.emit(memberTouched, { userId: first.user_id, changed: 'everything' });
  return Math.max(batch.postIds.length, batch.commentIds.length) === SHOWN_AT_ONCE;
}

/** Shows a batch of what reversed decisions have hidden of a member's content. Returns whether more may remain. */
export const showSomeReversed = async (tx: Tx, memberId: string): Promise<boolean> =>
  showSome(tx, await selectReversed(tx.db, memberId));

/** Shows the one post or comment, with its replies, that a decision holds. */
export async function showHeld(tx: Tx, holdId: string): Promise<void> {
  while (await showSome(tx, [holdId]));
}

/**
 * Notifies members about a comment that was held from the start as if it were new: nobody has been notified of it yet.
 */
export async function announceReleased(tx: Tx, holdId: string): Promise<void> {
  const comment = await queries.selectNeverShown(tx.db, holdId);
  if (comment) await tx.emit(commentCreated, comment);
}
