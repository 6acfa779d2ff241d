/** Cases as staff read them. The queue is one keyset query on an index, however many cases there are. */
import type { Label } from '@afterhours/contract/constants/labels';
import {
  type AnyAction,
  type CaseKind,
  type CaseOutcome,
  type CaseState,
  CLAIM_MINUTES,
} from '@afterhours/contract/moderation/staff-cases';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import { memberVisible } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import type { CasesTable } from '#db/schema/tables/moderation.ts';
import type { CursorKey, PageStart } from '#db/statements/keyset.ts';
import { anyMember } from '#db/statements/viewers.ts';
import { personJson } from '#features/people/loaders.ts';
import type { PersonRow } from '#features/people/views.ts';

/** How many characters of the reported content the queue shows. */
export const EXCERPT = 200;

export type CaseRow = Omit<Selectable<CasesTable>, 'outcome'> & {
  outcome: CaseOutcome | null;
  member: PersonRow | null;
  claimer: PersonRow | null;
  held: boolean;
};

/**
 * SQL: how case `c` was closed. A case without an action may have had one that was reversed, its own or a sweep's. An
 * appeal that was granted has no decision of its own.
 */
export const caseOutcome = sql<CaseOutcome | null>`CASE WHEN c.outcome = 'none' AND coalesce(
    (SELECT d.action FROM decisions d WHERE d.reverses = c.closed_by),
    (SELECT d.action FROM decisions d WHERE d.case_id = c.id AND NOT d.automated ORDER BY d.id DESC LIMIT 1),
    CASE WHEN c.subject_kind = 'appeal' THEN 'reverse' END) = 'reverse'
  THEN 'reverse' ELSE c.outcome END`;

const caseRow = sql`c.*, ${caseOutcome} AS outcome, ${personJson(sql.ref('c.member_id'))} AS member,
  ${personJson(sql.ref('c.claimed_by'))} AS claimer,
  c.state <> 'closed' AND EXISTS (SELECT 1 FROM decisions d WHERE d.case_id = c.id AND d.action = 'hold'
    AND NOT EXISTS (SELECT 1 FROM decisions later WHERE later.reverses = d.id)) AS held`;

/** SQL: as much of the evidence of case `c` as a row of a list may show, because that of a member can be long. */
export const evidenceBeginning = sql`jsonb_build_object('title', c.evidence ->> 'title',
  'text', left(c.evidence ->> 'text', ${sql.lit(2 * EXCERPT)}),
  'files', coalesce(c.evidence -> 'files', '[]'))`;

/**
 * SQL: whether the claim of case `c` is still in force. Lapsed claims are never cleared; only this condition ends them.
 */
const claimHolds = sql`(c.state = 'claimed'
  AND c.claimed_at > now() - make_interval(mins => ${sql.lit(CLAIM_MINUTES)}))`;

// Literals, not parameters: the planner uses a partial index on some states only if the statement names them.
const stateConditions = {
  waiting: sql`c.state <> 'closed'`,
  open: sql`c.state <> 'closed' AND NOT ${claimHolds}`,
  claimed: claimHolds,
  closed: sql`c.state = 'closed'`,
} as const;

type CaseFilters = { state: CaseState | 'waiting'; kind: CaseKind | null };

export const caseKey = (row: CaseRow): CursorKey => [row.score, row.id];

/** Returns one page of cases, plus one more row. */
export async function selectCases(db: Db, { state, kind }: CaseFilters, start: PageStart): Promise<CaseRow[]> {
  const after = start.after ? sql`AND (c.score, c.id) < (${start.after[0]}::integer, ${start.after[1]}::uuid)` : sql``;
  const { rows } = await sql<CaseRow>`
    SELECT ${caseRow}, ${evidenceBeginning} AS evidence FROM (
      SELECT * FROM cases c WHERE ${stateConditions[state]} ${kind === null ? sql`` : sql`AND c.subject_kind = ${kind}`}
        ${after}
      ORDER BY c.score DESC, c.id DESC LIMIT ${start.limit + 1} OFFSET ${start.offset}
    ) c ORDER BY c.score DESC, c.id DESC`.execute(db);
  return rows;
}

export async function selectCase(db: Db, caseId: string): Promise<CaseRow | undefined> {
  const { rows } = await sql<CaseRow>`SELECT ${caseRow} FROM cases c WHERE c.id = ${caseId}::uuid`.execute(db);
  return rows[0];
}

export const lockCase = (db: Db, caseId: string) =>
  db.selectFrom('cases').selectAll().where('id', '=', caseId).forUpdate().executeTakeFirst();

export const selectReports = (db: Db, caseId: string, limit: number) =>
  db
    .selectFrom('case_reports')
    .select(['id', 'category', 'words', 'created_at'])
    .where('case_id', '=', caseId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

export type DecisionRow = {
  id: string;
  subject_kind: CaseKind;
  member_id: string;
  decided_by: string | null;
  action: AnyAction;
  label: Label | null;
  automated: boolean;
  rule: string | null;
  facts: string | null;
  statement: string | null;
  until: Date | null;
  hides: boolean;
  reverses: string | null;
  reversed: boolean;
  /** Whether an appeal against it is open. */
  appealed: boolean;
  created_at: Date;
  decider: PersonRow | null;
};

/** Returns the decisions of a case, oldest first; an appeal includes those of the appealed case. */
export async function selectDecisions(db: Db, caseId: string): Promise<DecisionRow[]> {
  const { rows } = await sql<DecisionRow>`
    SELECT d.id, d.subject_kind, d.member_id, d.decided_by, d.action, d.label, d.automated,
      d.rule, d.facts, d.statement, d.until, d.hides, d.reverses, d.created_at,
      EXISTS (SELECT 1 FROM decisions later WHERE later.reverses = d.id) AS reversed,
      EXISTS (SELECT 1 FROM cases a
        WHERE a.subject_kind = 'appeal' AND a.subject_id = d.id AND a.state <> 'closed') AS appealed,
      ${personJson(sql.ref('d.decided_by'))} AS decider
    FROM decisions d WHERE d.case_id IN (
      SELECT ${caseId}::uuid
      UNION SELECT about.case_id FROM cases c JOIN decisions about ON about.id = c.subject_id
        WHERE c.id = ${caseId}::uuid AND c.subject_kind = 'appeal'
      UNION SELECT swept.case_id FROM cases c JOIN decisions swept ON swept.id = c.closed_by
        WHERE c.id = ${caseId}::uuid
    ) ORDER BY d.id LIMIT 100`.execute(db);
  return rows;
}

/** Returns the latest other cases about a member. */
export const selectEarlier = (db: Db, memberId: string, caseId: string, limit: number) =>
  db
    .selectFrom('cases as c')
    .select(['id', 'subject_kind', caseOutcome.as('outcome'), 'created_at'])
    .where('member_id', '=', memberId)
    .where('id', '<>', caseId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** Returns the path of a subject's page, or null if the subject is no longer visible. */
export async function selectPath(db: Db, { subject_kind, subject_id, post_id }: CaseRow): Promise<string | null> {
  if (subject_kind === 'member') {
    const member = db
      .selectFrom('users as u')
      .select('id')
      .where('id', '=', subject_id)
      .where('deleted_at', 'is', null);
    const shown = await member.where(memberVisible(anyMember)).executeTakeFirst();
    return shown ? `/results/view-profile/${subject_id}` : null;
  }
  if (post_id === null) return null;
  const post = await db
    .selectFrom('posts')
    .select('id')
    .where('id', '=', post_id)
    .where('hidden_by', 'is', null)
    .executeTakeFirst();
  return post ? `/activities#${post_id}` : null;
}

/** Returns the case whose decision an appeal is about, or undefined if the given case is not an appeal. */
export async function selectAppealed(db: Db, { subject_kind, subject_id }: CaseRow) {
  if (subject_kind !== 'appeal') return undefined;
  return db
    .selectFrom('decisions')
    .innerJoin('cases', 'cases.id', 'decisions.case_id')
    .select(['cases.subject_kind', 'cases.subject_id', 'cases.post_id', 'cases.evidence'])
    .where('decisions.id', '=', subject_id)
    .executeTakeFirst();
}
