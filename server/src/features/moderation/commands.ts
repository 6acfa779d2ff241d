import { commentMessages } from '@afterhours/contract/comments';
import { reportMessages } from '@afterhours/contract/moderation';
import { loadCommentPlace } from '#access/comments.ts';
import { requireMember } from '#access/members.ts';
import { requirePost } from '#access/posts.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { AppError, fieldProblem, notFound } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';
import { postReported } from './events.ts';
import { insertCommentReport, insertMemberReport, insertPostReport } from './queries.ts';

// A reported post or comment is hidden from its reporter, but a repeated report gets the same answer as the first. So
// both look-ups are made without a viewer.
const NOBODY = null;

/** Reports a post once and hides it from the member, unless it is their own. Throws 404 when it does not exist. */
export function reportPost(services: Services, userId: string, postId: string, reason: string | null): Promise<void> {
  return inTransaction(services, async (tx) => {
    const post = await requirePost(tx.db, NOBODY, postId);
    await insertPostReport(tx.db, { userId, postId, reason });
    if (post.userId !== userId) await tx.emit(postReported, { userId, postId });
  });
}

/** The same for a comment; returns the id of its post. */
export function reportComment(
  services: Services,
  userId: string,
  commentId: string,
  reason: string | null,
): Promise<string> {
  return inTransaction(services, async (tx) => {
    const comment = await loadCommentPlace(tx.db, NOBODY, commentId);
    if (!comment) throw notFound(commentMessages.notFound);
    if (comment.userId === userId) throw new AppError(403, reportMessages.ownComment);
    await insertCommentReport(tx.db, { userId, commentId, postId: comment.postId, reason });
    return comment.postId;
  });
}

/** Reports a member once. Throws 404 when they do not exist, 422 for oneself. */
export function reportMember(
  services: Services,
  userId: string,
  reportedId: string,
  reason: string | null,
): Promise<void> {
  if (userId === reportedId) throw fieldProblem('userId', reportMessages.oneself);
  return inTransaction(services, async (tx) => {
    await requireMember(tx.db, userId, reportedId);
    await insertMemberReport(tx.db, { userId, reportedId, reason });
  });
}
