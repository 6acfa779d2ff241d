import { RULE_WEIGHT } from '@afterhours/contract/automation';
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import type { FoundRule } from '#db/schema/tables/moderation.ts';

/**
 * Returns how many members have reported a subject in its open case, and whether somebody, or the automation in this
 * case, has decided about it before.
 */
export async function selectReportsOf(
  db: Db,
  { caseId, subjectId }: { caseId: string; subjectId: string },
): Promise<{ reports: number; decided: boolean }> {
  const { rows } = await sql<{ reports: number; decided: boolean }>`
    SELECT c.reports_count AS reports,
      EXISTS (SELECT 1 FROM cases before WHERE before.subject_id = ${subjectId}::uuid AND before.state = 'closed')
        OR EXISTS (SELECT 1 FROM decisions d WHERE d.case_id = c.id) AS decided
    FROM cases c WHERE c.id = ${caseId}::uuid`.execute(db);
  return rows[0] ?? { reports: 0, decided: false };
}

/** Adds rules to a case, each once, and what they weigh to its score. */
export async function addRules(db: Db, caseId: string, found: readonly FoundRule[]): Promise<void> {
  const row = await db.selectFrom('cases').select('rules').where('id', '=', caseId).executeTakeFirstOrThrow();
  const fresh = found.filter(({ note }) => !row.rules.some((known) => known.note === note));
  if (fresh.length === 0) return;
  await db
    .updateTable('cases')
    .set({
      rules: JSON.stringify([...row.rules, ...fresh]),
      score: sql<number>`score + ${fresh.length * RULE_WEIGHT}::integer`,
    })
    .where('id', '=', caseId)
    .execute();
}

/** Adds the text as it is now to the copy that a case keeps. */
export async function addEdited(db: Db, caseId: string, text: string): Promise<void> {
  await db
    .updateTable('cases')
    .set({ evidence: sql<string>`evidence || jsonb_build_object('edited', ${text}::text)` })
    .where('id', '=', caseId)
    .execute();
}

/** Returns the rule by which a decision holds something. */
export async function selectRuleOf(db: Db, holdId: string): Promise<string | null> {
  const row = await db.selectFrom('decisions').select('rule').where('id', '=', holdId).executeTakeFirst();
  return row?.rule ?? null;
}
