/**
 * Hides what a member has posted and decides the member's open cases, by one decision. A job does it in batches, each
 * in its own transaction. It continues after a server restart, and stops when the decision is reversed.
 */
import type { RouteCall } from '@afterhours/contract/base/route';
import { canBeHidden } from '@afterhours/contract/moderation/staff-cases';
import {
  type SweepSpan,
  type startSweep as startSweepRoute,
  sweepMessages,
} from '@afterhours/contract/moderation/staff-sweeps';
import { lockMember } from '#access/members.ts';
import type { Tx } from '#db/events.ts';
import { writeAudit } from '#db/statements/audit.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { type Actor, requireOtherOwner, requireRankOver } from '#features/staff/loaders.ts';
import { AppError, fieldProblem, notFound } from '#http/errors/errors.ts';
import { findCreatedId, storeCreatedId } from '#http/idempotency/idempotency.ts';
import { type BatchedWork, workInBatches } from '#platform/jobs/batches.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { Services } from '#services.ts';
import { english } from '#texts/english.ts';
import * as decisions from '../cases/decision-queries.ts';
import { requireValidDecision } from '../cases/decision-rules.ts';
import { hideSubject } from '../cases/subject.ts';
import { casesChanged } from '../events.ts';
import { endHold } from '../holds/hold.ts';
import { notifyMember, notifyOfDecided } from '../notices/notices.ts';
import { finishBan, imposeSanction } from '../sanctions/sanction-commands.ts';
import { hideComments, hidePosts } from './hide-some.ts';
import * as queries from './sweep-queries.ts';

export const sweepBatch = defineJob<{ decisionId: string }>('moderation.sweep');

const CASES_AT_ONCE = 50;

/** Longer than any community has existed, in days. */
const ALL_DAYS = 36_500;
const days: Record<SweepSpan, number | null> = { none: null, day: 1, week: 7, all: ALL_DAYS };

type Order = RouteCall<typeof startSweepRoute>['body'];

function requireValidSweep(order: Order): ReturnType<typeof requireValidDecision> {
  if (order.posted === 'none' && !order.cases) throw fieldProblem('posted', sweepMessages.nothing);
  if (order.posted !== 'none' && order.action !== 'hide' && order.action !== 'remove')
    throw fieldProblem('action', sweepMessages.hides);
  return requireValidDecision(order, { subject_kind: 'post' });
}

/**
 * Inserts the decision and enqueues the job for the batches. Returns the decision's id, also to a call that is repeated
 * with its key. Throws 403, 404, 409 or 422.
 */
export async function startSweep(services: Services, actor: Actor, memberId: string, order: Order): Promise<string> {
  const createdId = findCreatedId();
  if (createdId !== null) return createdId;
  const { until, hides } = requireValidSweep(order);
  const { userId: actorId } = actor;
  return inTransaction(services, async (tx) => {
    await requireRankOver(tx.db, actor, memberId);
    if (order.action === 'suspend' || order.action === 'ban') await requireOtherOwner(tx.db, memberId);
    if (!(await lockMember(tx.db, memberId))) throw notFound();
    const { action, cases: withCases } = order;
    if (await queries.isRunning(tx.db, memberId, action)) throw new AppError(409, sweepMessages.running);
    const text = english(sweepMessages.about);
    const caseId = await queries.insertDecidedCase(tx.db, {
      memberId,
      text,
      outcome: action,
      hides: hides || action === 'ban',
      reports: withCases,
    });
    const decisionId = await decisions.insertDecision(tx.db, {
      case_id: caseId,
      subject_kind: 'member',
      subject_id: memberId,
      member_id: memberId,
      decided_by: actorId,
      action,
      rule: order.rule || null,
      facts: order.facts || null,
      statement: order.statement || null,
      until,
    });
    if (action === 'suspend' || action === 'ban') {
      await imposeSanction(services, tx, { decisionId, userId: memberId, until });
      const about = { subject: { kind: 'member', id: memberId }, details: { member: memberId, case: caseId } };
      await writeAudit(tx.db, { actorId, action: `decided-${action}`, ...about });
    }
    await storeCreatedId(tx.db, decisionId);
    await queries.insertSweep(tx.db, { decisionId, memberId, actorId, days: days[order.posted], withCases });
    await notifyMember(services, tx, { id: decisionId, memberId, action, onAppeal: false, released: false });
    await services.jobs.enqueue(tx.db, sweepBatch, { decisionId });
    return decisionId;
  });
}

async function closeCases(
  services: Services,
  tx: Tx,
  sweep: queries.SweepRow,
  { id, action }: decisions.Decision,
): Promise<number> {
  if (action === 'hold' || action === 'reverse') return 0;
  const hidesSubjects = action === 'hide' || action === 'remove';
  const isBan = action === 'ban';
  const hides = hidesSubjects || isBan;
  // Held content may become visible only by a decision about that content.
  const rows = await queries.lockSomeCases(tx.db, sweep, { most: CASES_AT_ONCE, hides });
  for (const row of rows) {
    if (hides) await endHold(tx, row, false);
    const hidden = hidesSubjects && canBeHidden(row.subject_kind);
    if (hidden) await hideSubject(tx, row, id, { removed: action === 'remove' });
    await decisions.closeCase(tx.db, row.id, action, hidden || isBan);
    await queries.closeBySweep(tx.db, row.id, id);
  }
  const caseIds = rows.map((row) => row.id);
  await notifyOfDecided(services, tx, caseIds);
  if (caseIds.length > 0) await tx.emit(casesChanged, { caseIds });
  return rows.length;
}

/** Processes a batch of the posts; if there are none left, of the comments, and then of the cases. */
async function sweepSome(
  services: Services,
  tx: Tx,
  sweep: queries.SweepRow,
  decision: decisions.Decision,
): Promise<Partial<queries.Done>> {
  if (sweep.since !== null) {
    const posts = await hidePosts(tx, sweep, decision.action === 'remove');
    if (posts > 0) return { posts };
    const comments = await hideComments(tx, sweep);
    if (comments > 0) return { comments };
  }
  return sweep.with_cases ? { cases: await closeCases(services, tx, sweep, decision) } : {};
}

/** Processes one batch. Returns true if there may be more; the last one writes the totals into the audit log. */
function processBatch(services: Services, decisionId: string): Promise<boolean> {
  return inTransaction(services, async (tx) => {
    // A reversal waits for this batch to end, and the next batch sees the reversal.
    await decisions.lockDecision(tx.db, decisionId);
    const sweep = await queries.lockSweep(tx.db, decisionId);
    if (!sweep) return false;
    const decision = await decisions.selectDecision(tx.db, decisionId);
    const goesOn = decision && !(await decisions.isReversed(tx.db, decisionId));
    const done = goesOn ? await sweepSome(services, tx, sweep, decision) : {};
    const { finished_at, member_id, actor_id, ...sums } = await queries.addDone(tx.db, decisionId, done);
    if (finished_at === null) return true;
    const details = { member: member_id, posts: `${sums.posts}`, comments: `${sums.comments}`, cases: `${sums.cases}` };
    const subject = { kind: 'member', id: member_id };
    await writeAudit(tx.db, { actorId: actor_id, action: 'swept', subject, details });
    return false;
  });
}

async function finishSweep(services: Services, decisionId: string): Promise<void> {
  const decision = await decisions.selectDecision(services.db, decisionId);
  // What an earlier reversal is about to show is hidden, too.
  if (decision && decision.action !== 'ban') await finishBan(services, decision.member_id);
  while (await processBatch(services, decisionId));
}

export const sweeps = (services: Services): BatchedWork<{ decisionId: string }> => ({
  job: sweepBatch,
  finish: ({ decisionId }) => finishSweep(services, decisionId),
  selectStalled: () => queries.selectStalled(services.db),
});

export const registerSweeps = (services: Services): void => workInBatches(services.jobs, sweeps(services));
