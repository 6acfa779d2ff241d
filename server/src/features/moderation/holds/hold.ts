/** What the automation does to content: it holds it until staff decide, and opens a case. */
import { automationMessages } from '@afterhours/contract/moderation/automation';
import type { AnyAction, CaseKind } from '@afterhours/contract/moderation/staff-cases';
import type { Tx } from '#db/events.ts';
import type { HoldCause } from '#db/schema/tables/moderation.ts';
import { newId } from '#db/statements/id.ts';
import type { Services } from '#services.ts';
import { english } from '#texts/english.ts';
import { insertDecision, lockPostRow, selectHold } from '../cases/decision-queries.ts';
import { announceReleased, hideSubject, type SubjectRow, showHeld } from '../cases/subject.ts';
import { decisionAnnounced } from '../events.ts';
import { mailStatement } from '../notices/notices.ts';
import { shouldHoldReported } from './hold-queries.ts';

/** The subject of an open case. */
export type CaseSubject = {
  caseId: string;
  kind: CaseKind;
  subjectId: string;
  postId: string | null;
  memberId: string;
};

type More = { rule?: string; cause?: HoldCause; reverses?: string };

const decide = (tx: Tx, subject: CaseSubject, action: AnyAction, more: More, id = newId()) =>
  insertDecision(
    tx.db,
    {
      case_id: subject.caseId,
      subject_kind: subject.kind,
      subject_id: subject.subjectId,
      member_id: subject.memberId,
      decided_by: null,
      action,
      ...more,
    },
    id,
  );

/**
 * `storedHoldId`: the decision, if the content was stored as held from the start. `mailed`: whether its author also
 * gets a mail.
 */
type Holding = { rule: string; cause: HoldCause; storedHoldId: string | null; mailed: boolean };

/** Holds a post or comment because of a rule, and notifies its author. Does nothing if it is already hidden or held. */
export async function hold(
  { jobs }: Services,
  tx: Tx,
  subject: CaseSubject,
  { rule, cause, storedHoldId, mailed }: Holding,
): Promise<void> {
  const id = storedHoldId ?? newId();
  const { kind: subject_kind, subjectId: subject_id, postId: post_id, memberId: userId } = subject;
  const row = { subject_kind, subject_id, post_id, member_id: userId };
  if (storedHoldId === null && !(await hideSubject(tx, row, id, { held: true }))) return;
  await decide(tx, subject, 'hold', { rule, cause }, id);
  await tx.emit(decisionAnnounced, { userId, aboutId: id, kind: 'decisionMade' });
  if (mailed) await jobs.enqueue(tx.db, mailStatement, { decisionId: id });
}

/** Releases content after an edit to which no holding rule applies any more. The case stays open. */
export async function release(tx: Tx, subject: CaseSubject, holdId: string): Promise<void> {
  await decide(tx, subject, 'reverse', { reverses: holdId });
  await announceReleased(tx, holdId);
  await showHeld(tx, holdId);
}

/** Ends an automatic hold because staff have decided. The caller then hides what the decision hides. */
export async function endHold(
  tx: Tx,
  { subject_kind, subject_id, post_id }: SubjectRow,
  isShown: boolean,
): Promise<boolean> {
  const holdId = await selectHold(tx.db, subject_kind, subject_id);
  if (holdId === undefined || post_id === null) return false;
  await lockPostRow(tx.db, post_id);
  if (isShown) await announceReleased(tx, holdId);
  await showHeld(tx, holdId);
  return true;
}

/** Holds content that several members have reported, if its author is new and nobody has decided about it before. */
export async function holdReported(services: Services, tx: Tx, subject: CaseSubject): Promise<void> {
  if (subject.postId === null) return;
  if (!(await shouldHoldReported(tx.db, subject))) return;
  const rule = english(automationMessages.reported);
  await hold(services, tx, subject, { rule, cause: 'reports', storedHoldId: null, mailed: true });
}
