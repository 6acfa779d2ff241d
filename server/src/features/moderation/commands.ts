import { commentMessages } from '@afterhours/contract/constants/comments';
import { type ReportCategory, reportMessages } from '@afterhours/contract/moderation';
import type { CaseKind } from '@afterhours/contract/staff-cases';
import { loadCommentPlace } from '#access/comments.ts';
import { requireMember } from '#access/members.ts';
import { requirePost } from '#access/posts.ts';
import type { Db } from '#db/connection/pool.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { AppError, fieldProblem, notFound } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';
import { holdEvidence } from './cases/evidence.ts';
import {
  addReport,
  hasReported,
  openCase,
  selectCommentEvidence,
  selectMemberEvidence,
  selectMessageEvidence,
  selectPostEvidence,
} from './cases/report-queries.ts';
import { postReported } from './events.ts';
import { insertCommentReport, insertMemberReport, insertPostReport } from './queries.ts';

// A reported post or comment is hidden from its reporter, but a repeated report gets the same answer as the first. So
// both look-ups are made without a viewer.
const NOBODY = null;

/** What a report is about. */
export type About = { category: ReportCategory; words: string | null };

type Evident = Awaited<ReturnType<typeof selectPostEvidence>>;

/** Adds the report to the subject's open case; a member's second report of it changes nothing. */
async function fileReport(
  db: Db,
  kind: CaseKind,
  found: Evident,
  report: About & { userId: string; subjectId: string },
): Promise<void> {
  // Nobody decides about what its own author reports.
  if (!found || found.memberId === report.userId) return;
  if (await hasReported(db, report.userId, report.subjectId)) return;
  const caseId = await openCase(db, { kind, id: report.subjectId, ...found });
  await addReport(db, caseId, report);
  await holdEvidence(db, caseId, kind, report.subjectId);
}

/** Reports a post once and hides it from the member, unless it is their own. Throws 404 when it does not exist. */
export function reportPost(services: Services, userId: string, postId: string, about: About): Promise<void> {
  return inTransaction(services, async (tx) => {
    const post = await requirePost(tx.db, NOBODY, postId);
    await insertPostReport(tx.db, { userId, postId, reason: about.words });
    const kind = post.postType === 'general' ? 'post' : post.postType;
    await fileReport(tx.db, kind, await selectPostEvidence(tx.db, postId), { userId, subjectId: postId, ...about });
    if (post.userId !== userId) await tx.emit(postReported, { userId, postId });
  });
}

/** The same for a comment; returns the id of its post. */
export function reportComment(services: Services, userId: string, commentId: string, about: About): Promise<string> {
  return inTransaction(services, async (tx) => {
    const comment = await loadCommentPlace(tx.db, NOBODY, commentId);
    if (!comment) throw notFound(commentMessages.notFound);
    if (comment.userId === userId) throw new AppError(403, reportMessages.ownComment);
    await insertCommentReport(tx.db, { userId, commentId, postId: comment.postId, reason: about.words });
    const evidence = await selectCommentEvidence(tx.db, commentId);
    await fileReport(tx.db, 'comment', evidence, { userId, subjectId: commentId, ...about });
    return comment.postId;
  });
}

/** Reports a member once. Throws 404 when they do not exist, 422 for oneself. */
export function reportMember(services: Services, userId: string, reportedId: string, about: About): Promise<void> {
  if (userId === reportedId) throw fieldProblem('userId', reportMessages.oneself);
  return inTransaction(services, async (tx) => {
    await requireMember(tx.db, userId, reportedId);
    await insertMemberReport(tx.db, { userId, reportedId, reason: about.words });
    const evidence = await selectMemberEvidence(tx.db, reportedId);
    await fileReport(tx.db, 'member', evidence, { userId, subjectId: reportedId, ...about });
  });
}

/** The same for a message; throws 404 for one of other members' conversations. */
export function reportMessage(services: Services, userId: string, messageId: string, about: About): Promise<void> {
  return inTransaction(services, async (tx) => {
    const found = await selectMessageEvidence(tx.db, userId, messageId);
    if (!found) throw notFound();
    if (found.memberId === userId) throw new AppError(403, reportMessages.ownMessage);
    await fileReport(tx.db, 'message', found, { userId, subjectId: messageId, ...about });
  });
}
