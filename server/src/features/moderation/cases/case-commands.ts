import { DAY_MS, MINUTE_MS } from '@afterhours/contract/base/durations';
import { APPEAL_DAYS, CLAIM_MINUTES, caseMessages } from '@afterhours/contract/moderation/staff-cases';
import type { Selectable } from 'kysely';
import type { Tx } from '#db/events.ts';
import type { CasesTable } from '#db/schema/tables/moderation.ts';
import type { AuditDetails } from '#db/schema/tables/staff.ts';
import { writeAudit } from '#db/statements/audit.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { type Actor, requireOtherOwner, requireRankOver } from '#features/staff/loaders.ts';
import { AppError, notFound } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';
import { casesChanged, decisionReversed } from '../events.ts';
import { endHold } from '../holds/hold.ts';
import { notifyMember, notifyOfDecided, notifyReporters } from '../notices/notices.ts';
import { imposeSanction, undoDecision } from '../sanctions/sanction-commands.ts';
import { lockCase } from './case-queries.ts';
import { requireMayDecide, requireOtherDecider } from './deciders.ts';
import * as queries from './decision-queries.ts';
import { type DecisionInput, isAgainst, requireValidDecision } from './decision-rules.ts';
import { refreshLabel } from './labels/label.ts';
import { showPictures } from './profile-pictures.ts';
import { openCase } from './report-queries.ts';
import { hideSubject } from './subject.ts';

type Case = Selectable<CasesTable>;

/** Locks and returns a case that this staff member may work on. Throws 404, 403 or 409. */
async function takeCase(tx: Tx, actor: Actor, caseId: string): Promise<Case> {
  const lockedCase = await lockCase(tx.db, caseId);
  if (!lockedCase) throw notFound(caseMessages.notFound);
  if (lockedCase.state === 'closed') throw new AppError(409, caseMessages.closed);
  await requireMayDecide(tx.db, actor, lockedCase);
  const claimed = (lockedCase.claimed_at?.getTime() ?? 0) + CLAIM_MINUTES * MINUTE_MS > Date.now();
  if (claimed && lockedCase.claimed_by !== actor.userId) throw new AppError(409, caseMessages.taken);
  return lockedCase;
}

/** Reserves a case for one staff member for CLAIM_MINUTES; claiming it again restarts the time. */
export function claimCase(services: Services, actor: Actor, caseId: string): Promise<void> {
  return inTransaction(services, async (tx) => {
    const lockedCase = await takeCase(tx, actor, caseId);
    const { member_id: memberId } = lockedCase;
    await queries.setClaimed(tx.db, caseId, actor.userId);
    await services.jobs.enqueue(tx.db, notifyReporters, { caseId, step: 'looked-at' });
    await tx.emit(casesChanged, { caseIds: [caseId] });
    await audit(tx, actor, 'case-claimed', { subject: { kind: 'case', id: caseId }, details: { member: memberId } });
  });
}

type Audited = { subject: { kind: string; id: string }; details: AuditDetails };

const audit = ({ db }: Tx, { userId }: Actor, action: string, audited: Audited) =>
  writeAudit(db, { actorId: userId, action, ...audited });

/** Decides a case and closes it. Returns the decision's id. Of two concurrent decisions, the second gets a 409. */
export function decideCase(services: Services, actor: Actor, caseId: string, order: DecisionInput): Promise<string> {
  return inTransaction(services, async (tx) => {
    const lockedCase = await takeCase(tx, actor, caseId);
    const { label, until, hides } = requireValidDecision(order, lockedCase);
    const keepsOut = order.action === 'suspend' || order.action === 'ban';
    if (keepsOut) await requireOtherOwner(tx.db, lockedCase.member_id);
    const decisionId = await queries.insertDecision(tx.db, {
      case_id: caseId,
      subject_kind: lockedCase.subject_kind,
      subject_id: lockedCase.subject_id,
      member_id: lockedCase.member_id,
      decided_by: actor.userId,
      action: order.action,
      label,
      rule: order.rule || null,
      facts: order.facts || null,
      statement: order.statement || null,
      until,
      hides: order.action === 'suspend' && hides,
    });
    const released = await endHold(tx, lockedCase, !hides && order.action !== 'ban');
    if (hides) await hideSubject(tx, lockedCase, decisionId, { removed: order.action === 'remove' });
    if (label) await refreshLabel(tx, lockedCase);
    if (keepsOut) await imposeSanction(services, tx, { decisionId, userId: lockedCase.member_id, until });
    // A member whose pictures are hidden is still there.
    const isGone = (hides && lockedCase.subject_kind !== 'member') || order.action === 'ban';
    await queries.closeCase(tx.db, caseId, order.action, isGone);
    await tx.emit(casesChanged, { caseIds: [caseId] });
    const notified = { id: decisionId, memberId: lockedCase.member_id, action: order.action };
    await notifyMember(services, tx, { ...notified, onAppeal: lockedCase.subject_kind === 'appeal', released });
    await notifyOfDecided(services, tx, [caseId]);
    const subject = { kind: lockedCase.subject_kind, id: lockedCase.subject_id };
    const details = { member: lockedCase.member_id, case: caseId };
    await audit(tx, actor, `decided-${order.action}`, { subject, details });
    return decisionId;
  });
}

/** Reverses a decision, once, and closes an open appeal against it. Throws 404, 403 or 409. */
export function reverseDecision(services: Services, actor: Actor, id: string, statement: string): Promise<string> {
  return inTransaction(services, async (tx) => {
    const decision = await queries.selectDecision(tx.db, id);
    if (!decision || !isAgainst(decision.action)) throw notFound(caseMessages.noDecision);
    await requireRankOver(tx.db, actor, decision.member_id);
    await queries.lockDecision(tx.db, id);
    if (await queries.isReversed(tx.db, id)) throw new AppError(409, caseMessages.isReversed);
    const appeal = await queries.lockAppeal(tx.db, id);
    if (appeal) await requireOtherDecider(tx.db, actor, decision);
    const { id: _reversed, created_at: _then, ...about } = decision;
    const { case_id, subject_kind, subject_id } = decision;
    const reversal = await queries.insertDecision(tx.db, {
      ...about,
      decided_by: actor.userId,
      action: 'reverse',
      label: null,
      rule: null,
      facts: null,
      statement,
      until: null,
      hides: false,
      reverses: id,
    });
    const reopened = await queries.holdAgain(tx.db, id);
    await showPictures(tx, id);
    await tx.emit(decisionReversed, { decisionId: id });
    await undoDecision(services, tx, id, decision.member_id);
    if (decision.label) await refreshLabel(tx, decision);
    await queries.closeCase(tx.db, case_id, 'none');
    const swept = await queries.closeSwept(tx.db, id);
    if (appeal) await queries.closeCase(tx.db, appeal.id, 'none');
    await notifyOfDecided(services, tx, [case_id, ...swept]);
    await tx.emit(casesChanged, { caseIds: [case_id, ...reopened, ...swept, ...(appeal ? [appeal.id] : [])] });
    const notified = { id: reversal, memberId: decision.member_id, action: 'reverse' } as const;
    await notifyMember(services, tx, { ...notified, onAppeal: appeal !== undefined, released: false });
    const subject = { kind: subject_kind, id: subject_id };
    await audit(tx, actor, 'reversed', { subject, details: { member: decision.member_id, case: case_id } });
    return reversal;
  });
}

/** Opens a case for a member's appeal; each decision can be appealed once. Throws 404, 409 or 422. */
export function appealDecision(services: Services, userId: string, id: string, words: string): Promise<void> {
  return inTransaction(services, async (tx) => {
    const decision = await queries.selectDecision(tx.db, id);
    if (!decision || decision.member_id !== userId || !isAgainst(decision.action))
      throw notFound(caseMessages.noDecision);
    await queries.lockDecision(tx.db, id);
    if (await queries.isReversed(tx.db, id)) throw new AppError(409, caseMessages.isReversed);
    if (await queries.hasAppeal(tx.db, id)) throw new AppError(409, caseMessages.appealedBefore);
    if (decision.created_at.getTime() + APPEAL_DAYS * DAY_MS < Date.now())
      throw new AppError(409, caseMessages.tooLate);
    const about = { kind: 'appeal', id, postId: null, memberId: userId, evidence: { text: words } } as const;
    await tx.emit(casesChanged, { caseIds: [await openCase(tx.db, about)] });
  });
}
