import { commentMessages } from '@afterhours/contract/constants/comments';
import { loadVisibleComment } from '#access/comments.ts';
import { lockPostThread, requirePost } from '#access/posts.ts';
import { postTouched } from '#access/touched.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { contentScreened } from '#features/automation/events.ts';
import { loadScreening } from '#features/automation/loaders.ts';
import { loadKeptMentions, notifyMentioned, replaceMentions, resolveMentions } from '#features/mentions/loaders.ts';
import { AppError, notFound } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';
import { commentDeleted, commentUpdated } from './events.ts';
import { deleteCommentRow, updateCommentText } from './queries.ts';

/**
 * Changes the text of the member's own comment. Throws a 404 if the post has no such comment, and a 403 if it is
 * somebody else's.
 */
export async function updateComment(
  services: Services,
  userId: string,
  fields: { commentId: string; postId: string; text: string },
): Promise<void> {
  const { rules } = (await loadScreening(services)).screen('comments', [fields.text]);
  await inTransaction(services, async (tx) => {
    const kept = await loadKeptMentions(tx.db, 'comment', fields.commentId);
    const [mentions = []] = await resolveMentions(tx.db, [{ authorId: userId, text: fields.text }], kept);
    const comment = await loadVisibleComment(tx.db, userId, fields.commentId);
    if (comment?.postId !== fields.postId) throw notFound(commentMessages.notFound);
    await requirePost(tx.db, userId, fields.postId);
    if (comment.userId !== userId) throw new AppError(403, commentMessages.editOwn);
    await updateCommentText(tx.db, fields.commentId, fields.text);
    const { commentId: subjectId, postId } = fields;
    await replaceMentions(tx.db, 'comment', { id: subjectId, mentions });
    if (!comment.held) await tx.emit(commentUpdated, { commentId: subjectId, postId });
    await tx.emit(postTouched, { postId });
    await tx.emit(contentScreened, { kind: 'comment', subjectId, rules, holdId: null });
    // This comes last: if a filter has just held the comment, only its author sees it, and nobody is notified.
    await notifyMentioned(tx, 'comment', [{ id: subjectId, postId, text: fields.text, authorId: userId, mentions }]);
  });
}

/** Deletes a comment with its replies, for its author or the post's author; throws a 403 for anyone else. */
export function deleteComment(
  services: Services,
  userId: string,
  commentId: string,
): Promise<{ postId: string; parentId: string | null }> {
  return inTransaction(services, async (tx) => {
    const comment = await loadVisibleComment(tx.db, userId, commentId);
    if (!comment) throw notFound(commentMessages.notFound);
    const post = await lockPostThread(tx.db, userId, comment.postId);
    if (comment.userId !== userId && post.userId !== userId) throw new AppError(403, commentMessages.deleteOwn);
    const { postId, parentId } = comment;
    await tx.emit(commentDeleted, { commentId, postId, parentId });
    if (!(await deleteCommentRow(tx.db, commentId))) throw notFound(commentMessages.notFound);
    await tx.emit(postTouched, { postId });
    return { postId, parentId };
  });
}
