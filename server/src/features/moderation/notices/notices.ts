/**
 * Notifications for both sides of a report. The member concerned is notified in the decision's transaction, and gets a
 * mail with the statement. There may be thousands of reporters, so a job that the transaction enqueues notifies them.
 */
import type { ModerationKind } from '@afterhours/contract/constants/notifications';
import type { AnyAction } from '@afterhours/contract/moderation/staff-cases';
import type { Tx } from '#db/events.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { Services } from '#services.ts';
import { type OutcomeRow, toOutcome } from '../cases/report-queries.ts';
import { decisionAnnounced, reportProgressed } from '../events.ts';
import { selectReporters, selectStatement } from './notice-queries.ts';
import { statementMail } from './statement-mail.ts';

export const notifyReporters = defineJob<{ caseId: string; step: 'looked-at' | 'decided' }>('moderation.reporters');
export const mailStatement = defineJob<{ decisionId: string }>('moderation.statement', { mails: true });

const NOTIFIED_AT_ONCE = 200;

const outcomeKinds = {
  kept: 'reportKept',
  warned: 'reportWarned',
  acted: 'reportActed',
  gone: 'reportGone',
} as const satisfies Record<string, ModerationKind>;

type NotifiedDecision = { id: string; memberId: string; action: AnyAction; onAppeal: boolean; released: boolean };

function kindOf({ action, onAppeal }: NotifiedDecision): ModerationKind | null {
  if (action === 'reverse') return onAppeal ? 'appealGranted' : 'decisionReversed';
  if (action === 'none') return onAppeal ? 'appealRefused' : null;
  return 'decisionMade';
}

/** Notifies the member concerned, except of reports that led to nothing, unless their content was held until now. */
export async function notifyMember({ jobs }: Services, tx: Tx, decision: NotifiedDecision): Promise<void> {
  const { id: aboutId, memberId: userId } = decision;
  const kind = decision.action === 'none' && decision.released ? 'decisionReversed' : kindOf(decision);
  if (kind === null) return;
  await tx.emit(decisionAnnounced, { userId, aboutId, kind });
  await jobs.enqueue(tx.db, mailStatement, { decisionId: aboutId });
}

/** Notifies the reporters of decided cases. */
export const notifyOfDecided = ({ jobs }: Services, tx: Tx, caseIds: readonly string[]): Promise<void> =>
  jobs.enqueueAll(
    tx.db,
    notifyReporters,
    caseIds.map((caseId) => ({ caseId, step: 'decided' })),
  );

function kindOfStep(step: 'looked-at' | 'decided', row: OutcomeRow): ModerationKind {
  if (step === 'looked-at') return 'reportLookedAt';
  return row.outcome === 'reverse' ? 'reportReversed' : outcomeKinds[toOutcome(row) ?? 'kept'];
}

/** Notifies the reporters of a case in batches. A repeated job notifies nobody twice. */
async function notifyAllReporters(services: Services, caseId: string, step: 'looked-at' | 'decided'): Promise<void> {
  let after: string | null = null;
  do {
    const start: string | null = after;
    after = await inTransaction(services, async (tx) => {
      const rows = await selectReporters(tx.db, caseId, start, NOTIFIED_AT_ONCE);
      await tx.emitAll(
        reportProgressed,
        rows.map((row) => ({ userId: row.user_id, aboutId: caseId, kind: kindOfStep(step, row) })),
      );
      return rows.length < NOTIFIED_AT_ONCE ? null : (rows.at(-1)?.id ?? null);
    });
  } while (after !== null);
}

/** Mails a statement to a member with a confirmed address. The account may have been deleted since. */
async function sendStatement({ db, mail, config }: Services, decisionId: string): Promise<void> {
  const statement = await selectStatement(db, decisionId);
  if (statement) await mail.send(statementMail(statement, config));
}

export function registerNotificationJobs(services: Services): void {
  services.jobs.work(notifyReporters, ({ caseId, step }) => notifyAllReporters(services, caseId, step));
  services.jobs.work(mailStatement, ({ decisionId }) => sendStatement(services, decisionId));
}
