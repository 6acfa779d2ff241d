import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { timeZoneOf } from '#features/people/loaders.ts';
import { caseOutcome } from '../cases/case-queries.ts';
import { hidesPictures } from '../cases/decision-queries.ts';
import type { OutcomeRow } from '../cases/report-queries.ts';

/** Returns a batch of the reporters of a case, with its outcome, in the order of their reports. */
export function selectReporters(
  db: Db,
  caseId: string,
  after: string | null,
  limit: number,
): Promise<(OutcomeRow & { id: string; user_id: string })[]> {
  let query = db
    .selectFrom('case_reports as r')
    .innerJoin('cases as c', 'c.id', 'r.case_id')
    .select(['r.id', 'r.user_id', 'c.subject_kind as kind', 'c.outcome_hides'])
    .select(caseOutcome.as('outcome'))
    .where('r.case_id', '=', caseId);
  if (after !== null) query = query.where('r.id', '>', after);
  return query.orderBy('r.id').limit(limit).execute();
}

/** Returns the contents of the mail about a decision, or undefined if the member has no confirmed address. */
export function selectStatement(db: Db, decisionId: string) {
  return db
    .selectFrom('decisions as d')
    .innerJoin('cases as c', 'c.id', 'd.case_id')
    .innerJoin('users as u', 'u.id', 'd.member_id')
    .select([
      'u.email',
      'u.first_name',
      'd.action',
      'd.label',
      'd.subject_kind',
      'd.rule',
      'd.facts',
      'd.statement',
      'd.until',
    ])
    .select(['d.hides', 'd.automated', 'd.created_at', 'c.evidence'])
    .select(sql<boolean>`c.reports_count > 0`.as('by_notice'))
    .select(hidesPictures.as('pictures'))
    .select(timeZoneOf(sql.ref('u.id')).as('zone'))
    .select(
      sql<boolean>`EXISTS (SELECT 1 FROM decisions hold WHERE hold.case_id = d.case_id AND hold.action = 'hold'
        AND NOT EXISTS (SELECT 1 FROM decisions later WHERE later.reverses = hold.id))
        AND (EXISTS (SELECT 1 FROM posts p WHERE p.id = d.subject_id AND p.hidden_by IS NULL)
          OR EXISTS (SELECT 1 FROM comments k WHERE k.id = d.subject_id AND k.hidden_by IS NULL))`.as('was_held'),
    )
    .where('d.id', '=', decisionId)
    .where('u.email_verified_at', 'is not', null)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst();
}

export type StatementRow = NonNullable<Awaited<ReturnType<typeof selectStatement>>>;
