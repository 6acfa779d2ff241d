import { commentMessages } from '@afterhours/contract/constants/comments';
import { type ReportCategory, reportMessages } from '@afterhours/contract/moderation/moderation';
import type { CaseKind } from '@afterhours/contract/moderation/staff-cases';
import { postMessages } from '@afterhours/contract/posts/posts';
import { requireMember } from '#access/members.ts';
import type { Tx } from '#db/events.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { loadScreening } from '#features/automation/loaders.ts';
import { AppError, fieldProblem, notFound } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';
import { keepEvidence } from './cases/evidence.ts';
import {
  addReport,
  hasReported,
  openCase,
  selectCommentEvidence,
  selectMemberEvidence,
  selectMessageEvidence,
  selectPostEvidence,
} from './cases/report-queries.ts';
import { casesChanged, messageReported, postReported } from './events.ts';
import { holdReported } from './holds/hold.ts';
import {
  insertCommentReport,
  insertMemberReport,
  insertPostReport,
  selectReportableComment,
  selectReportablePost,
} from './queries.ts';

/** The reporter's reason for a report. */
export type Reason = { category: ReportCategory; words: string | null };

type LoadedEvidence = Awaited<ReturnType<typeof selectPostEvidence>>;

/** `reportersHold`: whether reports by several members hold their subject. */
type Filing = { services: Services; reportersHold: boolean };

async function prepareFiling(services: Services): Promise<Filing> {
  const { switches } = await loadScreening(services);
  return { services, reportersHold: switches.reporters };
}

/** Adds a report to the subject's open case. A second report by the same member changes nothing. */
async function fileReport(
  { services, reportersHold }: Filing,
  tx: Tx,
  kind: CaseKind,
  evidence: LoadedEvidence,
  report: Reason & { userId: string; subjectId: string },
): Promise<void> {
  const { db } = tx;
  // An author's report of their own content opens no case.
  if (!evidence || evidence.memberId === report.userId) return;
  if (await hasReported(db, report.userId, report.subjectId)) return;
  const caseId = await openCase(db, { kind, id: report.subjectId, ...evidence });
  await addReport(db, caseId, report);
  await keepEvidence(db, caseId, kind, report.subjectId);
  await tx.emit(casesChanged, { caseIds: [caseId] });
  const { postId, memberId } = evidence;
  if (reportersHold) await holdReported(services, tx, { caseId, kind, subjectId: report.subjectId, postId, memberId });
}

/** Reports a post once and hides it from the member, unless it is their own. Throws 404 when it does not exist. */
export async function reportPost(services: Services, userId: string, postId: string, reason: Reason): Promise<void> {
  const filing = await prepareFiling(services);
  return inTransaction(services, async (tx) => {
    const post = await selectReportablePost(tx.db, userId, postId);
    if (!post) throw notFound(postMessages.notFound);
    await insertPostReport(tx.db, { userId, postId, reason: reason.words });
    const kind = post.postType === 'general' ? 'post' : post.postType;
    await fileReport(filing, tx, kind, await selectPostEvidence(tx.db, postId), {
      userId,
      subjectId: postId,
      ...reason,
    });
    if (post.userId !== userId) await tx.emit(postReported, { userId, postId });
  });
}

/**
 * Reports a comment once and hides it from the member. Throws 404 when it does not exist, 403 for one's own. Returns
 * the id of its post.
 */
export async function reportComment(
  services: Services,
  userId: string,
  commentId: string,
  reason: Reason,
): Promise<string> {
  const filing = await prepareFiling(services);
  return inTransaction(services, async (tx) => {
    const comment = await selectReportableComment(tx.db, userId, commentId);
    if (!comment) throw notFound(commentMessages.notFound);
    if (comment.userId === userId) throw new AppError(403, reportMessages.ownComment);
    await insertCommentReport(tx.db, { userId, commentId, postId: comment.postId, reason: reason.words });
    const evidence = await selectCommentEvidence(tx.db, commentId);
    await fileReport(filing, tx, 'comment', evidence, { userId, subjectId: commentId, ...reason });
    return comment.postId;
  });
}

/** Reports a member once. Throws 404 when the member does not exist, and 422 for oneself. */
export async function reportMember(
  services: Services,
  userId: string,
  reportedId: string,
  reason: Reason,
): Promise<void> {
  if (userId === reportedId) throw fieldProblem('userId', reportMessages.oneself);
  const filing = await prepareFiling(services);
  return inTransaction(services, async (tx) => {
    await requireMember(tx.db, userId, reportedId);
    await insertMemberReport(tx.db, { userId, reportedId, reason: reason.words });
    const evidence = await selectMemberEvidence(tx.db, reportedId);
    await fileReport(filing, tx, 'member', evidence, { userId, subjectId: reportedId, ...reason });
  });
}

/** Reports a message once. Throws 404 unless the member takes part in its conversation, and 403 for one's own. */
export async function reportMessage(
  services: Services,
  userId: string,
  messageId: string,
  reason: Reason,
  /** Called at the end of the transaction, which it may fail. */
  finish: (tx: Tx) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const filing = await prepareFiling(services);
  return inTransaction(services, async (tx) => {
    const evidence = await selectMessageEvidence(tx.db, userId, messageId);
    if (!evidence) throw notFound(reportMessages.messageGone);
    if (evidence.memberId === userId) throw new AppError(403, reportMessages.ownMessage);
    await fileReport(filing, tx, 'message', evidence, { userId, subjectId: messageId, ...reason });
    await tx.emit(messageReported, { userId, messageId });
    await finish(tx);
  });
}
