/** Opens cases for filter matches, holds or releases edited content, and stores the edited text. */
import type { CaseKind } from '@afterhours/contract/moderation/staff-cases';
import type { EventPayload, Tx } from '#db/events.ts';
import { contentScreened } from '#features/automation/events.ts';
import type { Services } from '#services.ts';
import { selectHold } from '../cases/decision-queries.ts';
import { keepEvidence } from '../cases/evidence.ts';
import { openCase, selectCommentEvidence, selectMemberEvidence, selectPostEvidence } from '../cases/report-queries.ts';
import { casesChanged } from '../events.ts';
import { type CaseSubject, hold, release } from './hold.ts';
import { addEditedText, addRules, selectCauseOf, selectPassedRules } from './hold-queries.ts';

type Screened = EventPayload<typeof contentScreened>;

const evidenceOf = (kind: CaseKind) =>
  kind === 'comment' ? selectCommentEvidence : kind === 'member' ? selectMemberEvidence : selectPostEvidence;

/** Whether an edit can end a hold: not one by reports of several members, nor that of a new member's first job. */
async function endsWithEdit(tx: Tx, holdId: string): Promise<boolean> {
  const cause = await selectCauseOf(tx.db, holdId);
  return cause === 'filter' || cause === 'reported_host';
}

/** Returns the rules without those that staff have already let pass on this subject for the same entries. */
async function withoutPassedRules({ db }: Tx, { kind, subjectId, rules }: Screened): Promise<Screened['rules']> {
  if (rules.length === 0) return rules;
  const passed = await selectPassedRules(db, kind, subjectId);
  const hasPassed = (note: string, entry: string): boolean =>
    passed.some((rule) => rule.note === note && rule.entries?.includes(entry));
  return rules.filter(({ note, circumstance, entries = [] }) =>
    circumstance === undefined
      ? !entries.every((entry) => hasPassed(note, entry))
      : !passed.some((rule) => rule.circumstance === circumstance),
  );
}

async function handleScreened(services: Services, tx: Tx, screened: Screened): Promise<void> {
  const { kind, subjectId, holdId: storedHoldId, inBackground = false } = screened;
  const isStoredHeld = storedHoldId !== null;
  const row = await evidenceOf(kind)(tx.db, subjectId);
  if (!row) return;
  if (!isStoredHeld) {
    const caseIds = await addEditedText(tx.db, { kind, subjectId, text: row.evidence.text });
    if (caseIds.length > 0) await tx.emit(casesChanged, { caseIds });
  }
  const holdId = isStoredHeld ? undefined : await selectHold(tx.db, kind, subjectId);
  const rules = isStoredHeld ? screened.rules : await withoutPassedRules(tx, screened);
  if (rules.length === 0 && holdId === undefined) return;
  const caseId = await openCase(tx.db, { kind, id: subjectId, ...row }, 'automation');
  const { postId, memberId } = row;
  const subject: CaseSubject = { caseId, kind, subjectId, postId, memberId };
  await addRules(tx.db, caseId, rules);
  await tx.emit(casesChanged, { caseIds: [caseId] });
  await keepEvidence(tx.db, caseId, kind, subjectId);
  const rule = rules.find(({ effect }) => effect === 'hold');
  if (holdId !== undefined) {
    if (rule === undefined && (await endsWithEdit(tx, holdId))) await release(tx, subject, holdId);
  } else if (rule !== undefined) {
    // An author who has just written the content reads the rule in the response, so no mail is needed.
    const mailed = !isStoredHeld || inBackground;
    await hold(services, tx, subject, { rule: rule.note, cause: rule.circumstance ?? 'filter', storedHoldId, mailed });
  }
}

export function handleScreenedContent(services: Services): void {
  services.events.within(contentScreened, (tx, screened) => handleScreened(services, tx, screened));
}
