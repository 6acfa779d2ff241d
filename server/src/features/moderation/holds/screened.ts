/** Opens cases for what the filters have found, and holds or releases what was edited. */

import { automationMessages } from '@afterhours/contract/automation';
import type { CaseKind } from '@afterhours/contract/staff-cases';
import type { EventPayload, Tx } from '#db/events.ts';
import { contentScreened } from '#features/automation/events.ts';
import type { Services } from '#services.ts';
import { english } from '#texts/english.ts';
import { selectHold } from '../cases/decision-queries.ts';
import { holdEvidence } from '../cases/evidence.ts';
import { openCase, selectCommentEvidence, selectMemberEvidence, selectPostEvidence } from '../cases/report-queries.ts';
import { type About, hold, release } from './hold.ts';
import { addEdited, addRules, selectRuleOf } from './hold-queries.ts';

type Screened = EventPayload<typeof contentScreened>;

const evidenceOf = (kind: CaseKind) =>
  kind === 'comment' ? selectCommentEvidence : kind === 'member' ? selectMemberEvidence : selectPostEvidence;

/** What several members have reported is not released by an edit. */
async function isByFilter(tx: Tx, holdId: string): Promise<boolean> {
  return (await selectRuleOf(tx.db, holdId)) !== english(automationMessages.reported);
}

async function file(services: Services, tx: Tx, { kind, subjectId, rules, holdId: storedAs }: Screened): Promise<void> {
  const found = await evidenceOf(kind)(tx.db, subjectId);
  if (!found) return;
  const holdId = storedAs === null ? await selectHold(tx.db, kind, subjectId) : undefined;
  const caseId = await openCase(tx.db, { kind, id: subjectId, ...found }, 'automation');
  const { postId, memberId, evidence } = found;
  const about: About = { caseId, kind, subjectId, postId, memberId };
  await addRules(tx.db, caseId, rules);
  await holdEvidence(tx.db, caseId, kind, subjectId);
  const rule = rules.find(({ effect }) => effect === 'hold')?.note;
  if (holdId !== undefined) {
    await addEdited(tx.db, caseId, evidence.text);
    if (rule === undefined && (await isByFilter(tx, holdId))) await release(tx, about, holdId);
  } else if (rule !== undefined) await hold(services, tx, about, { rule, storedAs });
}

export function registerScreened(services: Services): void {
  services.events.within(contentScreened, (tx, screened) => file(services, tx, screened));
}
