/** What the automation does to content: it holds it until somebody decides, and opens a case. */

import { automationMessages } from '@afterhours/contract/automation';
import type { AnyAction, CaseKind } from '@afterhours/contract/staff-cases';
import type { Tx } from '#db/events.ts';
import type { HoldCause } from '#db/schema/tables/moderation.ts';
import { newId } from '#db/statements/id.ts';
import type { Services } from '#services.ts';
import { english } from '#texts/english.ts';
import { insertDecision, lockPostRow, selectHold } from '../cases/decision-queries.ts';
import { announceReleased, hideSubject, type Subject, showSubject } from '../cases/subject.ts';
import { decisionTold } from '../events.ts';
import { mailStatement } from '../told/told.ts';
import { isHeldByReports } from './hold-queries.ts';

export type About = { caseId: string; kind: CaseKind; subjectId: string; postId: string | null; memberId: string };

type More = { rule?: string; cause?: HoldCause; reverses?: string };

const decide = (tx: Tx, about: About, action: AnyAction, more: More, id = newId()) =>
  insertDecision(
    tx.db,
    {
      case_id: about.caseId,
      subject_kind: about.kind,
      subject_id: about.subjectId,
      member_id: about.memberId,
      decided_by: null,
      action,
      rule: more.rule ?? null,
      cause: more.cause ?? null,
      facts: null,
      statement: null,
      until: null,
      hides: false,
      reverses: more.reverses ?? null,
    },
    id,
  );

/** `storedAs` is the decision by which it was stored as held; `mailed` whether its author gets a mail as well. */
type Holding = { rule: string; cause: HoldCause; storedAs: string | null; mailed: boolean };

/** Holds a post or comment by a rule, and tells its author. Does nothing where it is hidden or held already. */
export async function hold(
  { jobs }: Services,
  tx: Tx,
  about: About,
  { rule, cause, storedAs, mailed }: Holding,
): Promise<void> {
  const id = storedAs ?? newId();
  const { kind: subject_kind, subjectId: subject_id, postId: post_id, memberId: userId } = about;
  if (storedAs === null && !(await hideSubject(tx, { subject_kind, subject_id, post_id }, id, true))) return;
  await decide(tx, about, 'hold', { rule, cause }, id);
  await tx.emit(decisionTold, { userId, aboutId: id, kind: 'decisionMade' });
  if (mailed) await jobs.enqueue(tx.db, mailStatement, { decisionId: id });
}

/** Releases what its author has edited so that no rule holds it any more; the case stays open. */
export async function release(tx: Tx, about: About, holdId: string): Promise<void> {
  await decide(tx, about, 'reverse', { reverses: holdId });
  await announceReleased(tx, holdId);
  await showSubject(tx, holdId);
}

/** Ends what the automation holds, since a person has decided; what the decision hides is hidden after it. */
export async function endHold(
  tx: Tx,
  { subject_kind, subject_id, post_id }: Subject,
  isShown: boolean,
): Promise<boolean> {
  const holdId = await selectHold(tx.db, subject_kind, subject_id);
  if (holdId === undefined || post_id === null) return false;
  await lockPostRow(tx.db, post_id);
  if (isShown) await announceReleased(tx, holdId);
  await showSubject(tx, holdId);
  return true;
}

/** Holds what several members have reported, where its author is new and nobody has decided about it before. */
export async function holdReported(services: Services, tx: Tx, about: About): Promise<void> {
  if (about.postId === null) return;
  if (!(await isHeldByReports(tx.db, about))) return;
  const rule = english(automationMessages.reported);
  await hold(services, tx, about, { rule, cause: 'reports', storedAs: null, mailed: true });
}
