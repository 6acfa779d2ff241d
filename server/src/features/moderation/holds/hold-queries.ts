import { HOLDING_REPORTERS, RULE_WEIGHT } from '@afterhours/contract/moderation/automation';
import type { CaseKind } from '@afterhours/contract/moderation/staff-cases';
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import type { FoundRule, HoldCause } from '#db/schema/tables/moderation.ts';
import { isNewInRow } from '#features/automation/loaders.ts';

/**
 * Whether the reports of an open case suffice to hold its subject, which is so if all of this is true:
 *
 * - A new member wrote it.
 * - Enough people have reported it who are not new members themselves.
 * - Staff have never decided about it.
 * - The case has no automated decision either.
 */
export async function shouldHoldReported(
  db: Db,
  { caseId, subjectId, memberId }: { caseId: string; subjectId: string; memberId: string },
): Promise<boolean> {
  const known = sql`SELECT 1 FROM case_reports r JOIN users u ON u.id = r.user_id
    WHERE r.case_id = c.id AND NOT ${isNewInRow} LIMIT ${HOLDING_REPORTERS}`;
  const { rows } = await sql`
    SELECT 1 FROM cases c
    WHERE c.id = ${caseId}::uuid AND c.reports_count >= ${HOLDING_REPORTERS}
      AND EXISTS (SELECT 1 FROM users u WHERE u.id = ${memberId}::uuid AND ${isNewInRow})
      AND NOT EXISTS (SELECT 1 FROM decisions d WHERE d.case_id = c.id)
      AND NOT EXISTS (
        SELECT 1 FROM cases before WHERE before.subject_id = ${subjectId}::uuid AND before.state = 'closed')
      AND (SELECT count(*) FROM (${known}) known) >= ${HOLDING_REPORTERS}`.execute(db);
  return rows.length > 0;
}

/** Adds matched rules to a case, each once with all its matched entries, and their weight to the score. */
export async function addRules(db: Db, caseId: string, matched: readonly FoundRule[]): Promise<void> {
  if (matched.length === 0) return;
  const row = await db.selectFrom('cases').select('rules').where('id', '=', caseId).executeTakeFirstOrThrow();
  const rules = new Map(row.rules.map((rule) => [rule.note, rule]));
  for (const rule of matched) {
    const entries = [...(rules.get(rule.note)?.entries ?? []), ...(rule.entries ?? [])];
    rules.set(rule.note, { ...(rules.get(rule.note) ?? rule), entries: [...new Set(entries)] });
  }
  await db
    .updateTable('cases')
    .set({
      rules: JSON.stringify([...rules.values()]),
      score: sql<number>`score + ${(rules.size - row.rules.length) * RULE_WEIGHT}::integer`,
    })
    .where('id', '=', caseId)
    .execute();
}

/**
 * Adds the current text of a subject to the evidence of its open case if it differs. Returns the ids of changed cases.
 */
export async function addEditedText(
  db: Db,
  { kind, subjectId, text }: { kind: CaseKind; subjectId: string; text: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    UPDATE cases SET evidence = evidence || jsonb_build_object('edited', ${text}::text)
    WHERE subject_kind = ${kind} AND subject_id = ${subjectId}::uuid AND state <> 'closed'
      AND coalesce(evidence ->> 'edited', evidence ->> 'text') <> ${text} RETURNING id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the rules that staff have let pass: those of the subject's cases that they closed without hiding it. */
export async function selectPassedRules(db: Db, kind: CaseKind, subjectId: string): Promise<FoundRule[]> {
  const rows = await db
    .selectFrom('cases')
    .select('rules')
    .where('subject_kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('state', '=', 'closed')
    .where('outcome', 'in', ['none', 'warn', 'label'])
    .execute();
  return rows.flatMap(({ rules }) => rules);
}

/** Returns why a decision holds its subject, or null if unknown. */
export async function selectCauseOf(db: Db, holdId: string): Promise<HoldCause | null> {
  const row = await db.selectFrom('decisions').select('cause').where('id', '=', holdId).executeTakeFirst();
  return row?.cause ?? null;
}
