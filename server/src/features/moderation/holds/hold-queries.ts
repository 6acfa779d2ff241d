import { HOLDING_REPORTERS, RULE_WEIGHT } from '@afterhours/contract/automation';
import type { CaseKind } from '@afterhours/contract/staff-cases';
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import type { FoundRule, HoldCause } from '#db/schema/tables/moderation.ts';
import { isNewInRow } from '#features/automation/loaders.ts';

/**
 * Whether the reports of an open case hold its subject: enough reporters who are not new have reported something by a
 * new member, and neither a person nor, in this case, the automation has decided about it before.
 */
export async function isHeldByReports(
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

/** Adds rules to a case, each once with all entries that were found, and what they weigh to its score. */
export async function addRules(db: Db, caseId: string, found: readonly FoundRule[]): Promise<void> {
  if (found.length === 0) return;
  const row = await db.selectFrom('cases').select('rules').where('id', '=', caseId).executeTakeFirstOrThrow();
  const rules = new Map(row.rules.map((rule) => [rule.note, rule]));
  for (const rule of found) {
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

/** Adds the text as it is now to the copy that the open case of a subject keeps, once it is another. */
export async function addEdited(
  db: Db,
  { kind, subjectId, text }: { kind: CaseKind; subjectId: string; text: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    UPDATE cases SET evidence = evidence || jsonb_build_object('edited', ${text}::text)
    WHERE subject_kind = ${kind} AND subject_id = ${subjectId}::uuid AND state <> 'closed'
      AND coalesce(evidence ->> 'edited', evidence ->> 'text') <> ${text} RETURNING id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the rules of a subject's cases that a person has closed without hiding it. */
export async function selectSettled(db: Db, kind: CaseKind, subjectId: string): Promise<FoundRule[]> {
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

/** Returns why a decision holds something. */
export async function selectCauseOf(db: Db, holdId: string): Promise<HoldCause | null> {
  const row = await db.selectFrom('decisions').select('cause').where('id', '=', holdId).executeTakeFirst();
  return row?.cause ?? null;
}
