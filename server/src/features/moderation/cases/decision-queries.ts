/** Decisions, the content they hide, and the decisions about a member as that member reads them. */
import { type CaseKind, canBeHidden, type DecisionAction } from '@afterhours/contract/moderation/staff-cases';
import { type Selectable, sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import type { DecisionsTable, Evidence } from '#db/schema/tables/moderation.ts';
import { newId } from '#db/statements/id.ts';
import type { CursorKey, PageStart } from '#db/statements/keyset.ts';
import { sanctionOf } from '#http/gate/sessions.ts';

export type Decision = Selectable<DecisionsTable>;
type Subject = Pick<Decision, 'case_id' | 'subject_kind' | 'subject_id' | 'member_id'>;
type NewDecision = Subject &
  Pick<Decision, 'decided_by' | 'action'> &
  Partial<Omit<Decision, keyof Subject | 'id' | 'created_at' | 'automated'>>;

const NOTHING = { rule: null, facts: null, statement: null, until: null, hides: false, reverses: null };

/** Inserts a decision and returns its id. A decision without `decided_by` counts as automated. */
export async function insertDecision(db: Db, decision: NewDecision, id = newId()): Promise<string> {
  await db
    .insertInto('decisions')
    .values({ id, ...NOTHING, ...decision, automated: decision.decided_by === null })
    .execute();
  return id;
}

export const selectDecision = (db: Db, id: string) =>
  db.selectFrom('decisions').selectAll().where('id', '=', id).executeTakeFirst();

export async function isReversed(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('decisions').select('id').where('reverses', '=', id).executeTakeFirst();
  return row !== undefined;
}

export async function setClaimed(db: Db, caseId: string, userId: string): Promise<void> {
  await db
    .updateTable('cases')
    .set({ state: 'claimed', claimed_by: userId, claimed_at: sql<Date>`now()` })
    .where('id', '=', caseId)
    .execute();
}

/** Closes a case. `hides`: whether the reported content is no longer there. */
export async function closeCase(db: Db, caseId: string, outcome: DecisionAction, hides = false): Promise<void> {
  await db
    .updateTable('cases')
    .set({ state: 'closed', outcome, outcome_hides: hides, closed_at: sql<Date>`now()` })
    .where('id', '=', caseId)
    .execute();
}

/** SQL: whether no decision in force hides a row. One that is reversed may hide it until a batch shows it again. */
const unhidden = sql<boolean>`(hidden_by IS NULL
  OR EXISTS (SELECT 1 FROM decisions reversal WHERE reversal.reverses = hidden_by))`;

/** Hides or holds a post. Returns false if the post does not exist or is already hidden. */
export async function hidePost(db: Db, postId: string, decisionId: string, held: boolean): Promise<boolean> {
  const hidden = await db
    .updateTable('posts')
    .set({ hidden_by: decisionId, held })
    .where('id', '=', postId)
    .where(unhidden)
    .executeTakeFirst();
  return hidden.numUpdatedRows > 0n;
}

/** Locks the post's row before its comments, as every writer below a post does. */
export async function lockPostRow(db: Db, postId: string): Promise<void> {
  await db.selectFrom('posts').select('id').where('id', '=', postId).forUpdate().execute();
}

/**
 * Like lockPostRow, but compatible with reports, whose foreign keys lock the post: otherwise concurrent reports
 * deadlock.
 */
export async function lockPostForHold(db: Db, postId: string): Promise<void> {
  await db.selectFrom('posts').select('id').where('id', '=', postId).forNoKeyUpdate().execute();
}

/**
 * Hides or holds a comment and hides its replies. Returns its parent's id (null at top level), or undefined if the
 * comment is hidden or gone.
 */
export async function hideComment(
  db: Db,
  commentId: string,
  decisionId: string,
  held: boolean,
): Promise<string | null | undefined> {
  const rows = await db
    .updateTable('comments')
    .set({ hidden_by: decisionId, held: held ? sql<boolean>`id = ${commentId}::uuid` : false })
    .where((where) => where.or([where('id', '=', commentId), where('parent_id', '=', commentId)]))
    .where(unhidden)
    .returning(['id', 'parent_id'])
    .execute();
  return rows.find(({ id }) => id === commentId)?.parent_id;
}

/**
 * Holds content again that was held when a sweep hid it, and reopens its cases, before a reversal shows the rest.
 * Returns the ids of these cases.
 */
export async function holdAgain(db: Db, decisionId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH before AS (
      SELECT c.id, c.subject_id, (SELECT d.id FROM decisions d WHERE d.case_id = c.id AND d.action = 'hold'
        AND NOT EXISTS (SELECT 1 FROM decisions later WHERE later.reverses = d.id)
        ORDER BY d.id DESC LIMIT 1) AS hold_id
      FROM cases c WHERE c.closed_by = ${decisionId}::uuid
    ), held_posts AS (
      UPDATE posts p SET hidden_by = hold_id, held = TRUE FROM before
      WHERE p.id = subject_id AND hold_id IS NOT NULL AND p.hidden_by = ${decisionId}::uuid
    ), held_comments AS (
      UPDATE comments k SET hidden_by = hold_id, held = (k.id = subject_id) FROM before
      WHERE subject_id IN (k.id, k.parent_id) AND hold_id IS NOT NULL AND k.hidden_by = ${decisionId}::uuid
    )
    UPDATE cases c SET state = 'open', outcome = NULL, outcome_hides = FALSE, closed_at = NULL, closed_by = NULL
    FROM before WHERE c.id = before.id AND hold_id IS NOT NULL RETURNING c.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Sets the outcome of the cases that a reversed sweep closed to none, like that of its own case. Returns their ids. */
export async function closeSwept(db: Db, decisionId: string): Promise<string[]> {
  const rows = await db
    .updateTable('cases')
    .set({ outcome: 'none', outcome_hides: false })
    .where('closed_by', '=', decisionId)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Whether another staff member could decide about this member. It takes a second factor, and the role of owner if the
 * member is on the staff.
 */
export async function hasOtherDecider(db: Db, userId: string, memberId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM staff other JOIN users u ON u.id = other.user_id
    WHERE (u.two_factor_enabled_at IS NOT NULL OR other.without_second_factor)
      AND other.user_id NOT IN (${userId}::uuid, ${memberId}::uuid)
      AND (other.role = 'owner' OR NOT EXISTS (SELECT 1 FROM staff about WHERE about.user_id = ${memberId}::uuid))
      AND NOT EXISTS (${sanctionOf(sql.ref('other.user_id'))}) LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Locks and returns the open case of an appeal against a decision. */
export const lockAppeal = (db: Db, decisionId: string) =>
  db
    .selectFrom('cases')
    .select('id')
    .where('subject_kind', '=', 'appeal')
    .where('subject_id', '=', decisionId)
    .where('state', '<>', 'closed')
    .forUpdate()
    .executeTakeFirst();

/** Whether a decision has ever been appealed. */
export async function hasAppeal(db: Db, decisionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('cases')
    .select('id')
    .where('subject_kind', '=', 'appeal')
    .where('subject_id', '=', decisionId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes a lock on a decision, so that two concurrent appeals or reversals of it run one after the other. */
export async function lockDecision(db: Db, decisionId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${decisionId}, 0))`.execute(db);
}

/** Returns the decision that holds a subject, or undefined if none does. */
export async function selectHold(db: Db, kind: CaseKind, subjectId: string): Promise<string | undefined> {
  if (!canBeHidden(kind) || kind === 'message') return undefined;
  const row = await db
    .selectFrom(kind === 'comment' ? 'comments' : 'posts')
    .select('hidden_by')
    .where('id', '=', subjectId)
    .where('held', '=', true)
    .executeTakeFirst();
  return row?.hidden_by ?? undefined;
}

export type OwnDecisionRow = Decision & {
  evidence: Evidence;
  kind: CaseKind;
  reversed: boolean;
  by_notice: boolean;
  pictures: boolean;
  appeal: 'waiting' | 'decided' | null;
};

/** SQL: whether decision `d` hides the pictures of a profile. A sweep hides what the member has posted. */
export const hidesPictures = sql<boolean>`(d.action = 'hide' AND d.subject_kind = 'member'
  AND NOT EXISTS (SELECT 1 FROM sweeps s WHERE s.decision_id = d.id))`;

export const ownDecisionKey = (row: OwnDecisionRow): CursorKey => [row.id];

/** Returns one page of the decisions against a member, plus one more row. Decisions without an action are left out. */
export async function selectOwnDecisions(db: Db, userId: string, start: PageStart): Promise<OwnDecisionRow[]> {
  const { rows } = await sql<OwnDecisionRow>`
    SELECT d.*, c.evidence, c.reports_count > 0 AS by_notice, ${hidesPictures} AS pictures,
      EXISTS (SELECT 1 FROM decisions later WHERE later.reverses = d.id)
        OR (d.action = 'hold' AND c.state = 'closed') AS reversed,
      (SELECT CASE WHEN a.state = 'closed' THEN 'decided' ELSE 'waiting' END FROM cases a
        WHERE a.subject_kind = 'appeal' AND a.subject_id = d.id LIMIT 1) AS appeal
    FROM decisions d JOIN cases c ON c.id = d.case_id
    WHERE d.member_id = ${userId}::uuid AND (d.action <> 'none' OR d.subject_kind = 'appeal')
      ${start.after ? sql`AND d.id < ${start.after[0]}::uuid` : sql``}
    ORDER BY d.id DESC LIMIT ${start.limit + 1} OFFSET ${start.offset}`.execute(db);
  return rows;
}

type NeverShown = {
  text: string;
  commentId: string;
  postId: string;
  postOwnerId: string;
  actorId: string;
  parent: { commentId: string; ownerId: string } | null;
};

/** Returns the comment that a decision has held since it was written, or undefined if others had already seen it. */
export async function selectNeverShown(db: Db, holdId: string): Promise<NeverShown | undefined> {
  const { rows } = await sql<NeverShown>`
    SELECT c.id AS "commentId", c.post_id AS "postId", p.user_id AS "postOwnerId", c.user_id AS "actorId",
      c.comment AS text, (SELECT jsonb_build_object('commentId', above.id, 'ownerId', above.user_id) FROM comments above
        WHERE above.id = c.parent_id) AS parent
    FROM comments c JOIN posts p ON p.id = c.post_id JOIN decisions d ON d.id = c.hidden_by
    WHERE c.hidden_by = ${holdId}::uuid AND c.held AND c.created_at >= d.created_at`.execute(db);
  return rows[0];
}
