/** The rows that a sweep processes, in batches. */
import { CLAIM_MINUTES } from '@afterhours/contract/moderation/staff-cases';
import type { SweepPreview } from '@afterhours/contract/moderation/staff-sweeps';
import { type Selectable, sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import type { CasesTable, SweepsTable } from '#db/schema/tables/moderation.ts';
import { newId } from '#db/statements/id.ts';

export type SweepRow = Selectable<SweepsTable>;
type CaseRow = Selectable<CasesTable>;

/** SQL: whether case `c` is an open case about the member that this staff member may decide. */
const openCases = (memberId: string, actorId: string) => sql`
  c.member_id = ${memberId}::uuid AND c.state <> 'closed' AND c.subject_kind <> 'appeal'
  AND (c.state = 'open' OR c.claimed_by = ${actorId}::uuid
    OR c.claimed_at <= now() - make_interval(mins => ${CLAIM_MINUTES}))`;

/** SQL: whether the subject of `c` is held by the automation. The hold hides it from all but its author. */
const isHeld = sql`
  (EXISTS (SELECT 1 FROM posts p WHERE p.id = c.subject_id AND p.held)
    OR EXISTS (SELECT 1 FROM comments k WHERE k.id = c.subject_id AND k.held))`;

const visible = sql`hidden_by IS NULL`;

type Counted = Omit<SweepPreview, 'latest'>;

/** Returns how many posts, comments and open cases of a member a sweep would cover, by time span. */
export async function countSweepable(db: Db, memberId: string, actorId: string): Promise<Counted> {
  const countsOf = (table: string) => sql`(SELECT jsonb_build_array(
      count(*) FILTER (WHERE created_at > now() - interval '1 day'),
      count(*) FILTER (WHERE created_at > now() - interval '7 days'), count(*))
    FROM ${sql.table(table)} WHERE user_id = ${memberId}::uuid AND ${visible})`;
  const { rows } = await sql<{ posts: number[]; comments: number[]; cases: number; held: number }>`
    SELECT ${countsOf('posts')} AS posts, ${countsOf('comments')} AS comments,
      (SELECT count(*)::integer FROM cases c WHERE ${openCases(memberId, actorId)}) AS cases,
      (SELECT count(*)::integer FROM cases c WHERE ${openCases(memberId, actorId)} AND ${isHeld}) AS held`.execute(db);
  const [row] = rows;
  const span = (at: number) => ({ posts: row?.posts[at] ?? 0, comments: row?.comments[at] ?? 0 });
  return { day: span(0), week: span(1), all: span(2), cases: row?.cases ?? 0, heldCases: row?.held ?? 0 };
}

/** Returns the latest sweep of a member, or null if there is none. */
export async function selectLatest(db: Db, memberId: string): Promise<SweepPreview['latest']> {
  const { rows } = await sql<SweepRow & { reversed: boolean }>`
    SELECT s.*, EXISTS (SELECT 1 FROM decisions later WHERE later.reverses = s.decision_id) AS reversed
    FROM sweeps s WHERE s.member_id = ${memberId}::uuid ORDER BY s.decision_id DESC LIMIT 1`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { decision_id: decisionId, posts, comments, cases, finished_at, reversed } = row;
  return { decisionId, posts, comments, cases, finishedAt: finished_at?.toISOString() ?? null, reversed };
}

/**
 * Inserts the closed case of a sweep and returns its id. It counts the reports of the open cases that the sweep
 * decides.
 */
export async function insertDecidedCase(
  db: Db,
  fields: { memberId: string; text: string; outcome: CaseRow['outcome']; hides: boolean; reports: boolean },
): Promise<string> {
  const id = newId();
  const { memberId, text, outcome, hides, reports } = fields;
  await sql`
    INSERT INTO cases (id, subject_kind, subject_id, member_id, state, outcome, outcome_hides, closed_at, evidence,
      reports_count)
    SELECT ${id}::uuid, 'member', ${memberId}::uuid, ${memberId}::uuid, 'closed', ${outcome}, ${hides}, now(),
      jsonb_build_object('text', ${text}::text), coalesce(sum(c.reports_count), 0)
    FROM cases c WHERE ${reports} AND c.member_id = ${memberId}::uuid AND c.state <> 'closed'
      AND c.subject_kind <> 'appeal' AND (${hides} OR NOT ${isHeld})`.execute(db);
  return id;
}

export async function insertSweep(
  db: Db,
  sweep: { decisionId: string; memberId: string; actorId: string; days: number | null; withCases: boolean },
): Promise<void> {
  const { decisionId, memberId, actorId, days, withCases } = sweep;
  await sql`
    INSERT INTO sweeps (decision_id, member_id, actor_id, since, with_cases)
    VALUES (${decisionId}::uuid, ${memberId}::uuid, ${actorId}::uuid, now() - make_interval(days => ${days}::integer),
      ${withCases})`.execute(db);
}

/** Whether a sweep of this member with this action is still running. */
export async function isRunning(db: Db, memberId: string, action: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM sweeps s JOIN decisions d ON d.id = s.decision_id
    WHERE s.member_id = ${memberId}::uuid AND s.finished_at IS NULL AND d.action = ${action}
      AND NOT EXISTS (SELECT 1 FROM decisions later WHERE later.reverses = d.id) LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Locks and returns a sweep that is not finished. */
export const lockSweep = (db: Db, decisionId: string): Promise<SweepRow | undefined> =>
  db
    .selectFrom('sweeps')
    .selectAll()
    .where('decision_id', '=', decisionId)
    .where('finished_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();

/** Returns the sweeps that are not finished, and of which no server is processing a batch. */
export const selectStalled = (db: Db): Promise<{ decisionId: string }[]> =>
  db
    .selectFrom('sweeps')
    .select('decision_id as decisionId')
    .where('finished_at', 'is', null)
    .orderBy('decision_id')
    .forUpdate()
    .skipLocked()
    .execute();

/** The content of a member from a time span, without a limit where it is null. */
export type Span = Pick<SweepRow, 'decision_id' | 'member_id' | 'since'> & { until: Date | null };

const within = ({ member_id, since, until }: Span) => sql`
  user_id = ${member_id}::uuid AND ${visible} AND created_at > coalesce(${since}::timestamptz, '-infinity')
  AND created_at <= coalesce(${until}::timestamptz, 'infinity')`;

/** Hides a batch of posts. Returns their ids. */
export async function hideSomePosts(db: Db, span: Span, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH found AS MATERIALIZED (
      SELECT id FROM posts WHERE ${within(span)} ORDER BY id LIMIT ${most} FOR UPDATE
    )
    UPDATE posts p SET hidden_by = ${span.decision_id}::uuid, held = FALSE FROM found WHERE p.id = found.id
    RETURNING p.id`.execute(db);
  return rows.map(({ id }) => id);
}

type HiddenComment = { id: string; post_id: string; parent_id: string | null };

/** Hides a batch of comments with their replies, after locking their posts. Returns the member's own comments. */
export async function hideSomeComments(db: Db, span: Span, most: number): Promise<HiddenComment[]> {
  const found = await sql<HiddenComment>`
    SELECT id, post_id, parent_id FROM comments WHERE ${within(span)} ORDER BY id LIMIT ${most}`.execute(db);
  const ids = found.rows.map(({ id }) => id);
  const postIds = found.rows.map(({ post_id }) => post_id);
  await sql`SELECT 1 FROM posts WHERE id = ANY (${postIds}::uuid[]) ORDER BY id FOR UPDATE`.execute(db);
  await sql`
    UPDATE comments SET hidden_by = ${span.decision_id}::uuid, held = FALSE
    WHERE (id = ANY (${ids}::uuid[]) OR parent_id = ANY (${ids}::uuid[])) AND ${visible}`.execute(db);
  return found.rows;
}

/**
 * Locks and returns a batch of open cases, by id. Cases of held content are included only if the sweep hides content.
 */
export async function lockSomeCases(
  db: Db,
  sweep: SweepRow,
  { most, hides }: { most: number; hides: boolean },
): Promise<CaseRow[]> {
  const { rows } = await sql<CaseRow>`
    SELECT c.* FROM cases c WHERE ${openCases(sweep.member_id, sweep.actor_id)}
      AND (${hides} OR NOT ${isHeld})
      AND c.created_at <= ${sweep.until}::timestamptz
    ORDER BY c.id LIMIT ${most} FOR UPDATE`.execute(db);
  return rows;
}

export async function closeBySweep(db: Db, caseId: string, decisionId: string): Promise<void> {
  await db.updateTable('cases').set({ closed_by: decisionId }).where('id', '=', caseId).execute();
}

/** How many rows a batch has processed. */
export type Done = { posts: number; comments: number; cases: number };

/**
 * Adds a batch's numbers, and marks the sweep as finished when the batch was empty. Returns the sweep with its totals.
 */
export async function addDone(
  db: Db,
  decisionId: string,
  { posts = 0, comments = 0, cases = 0 }: Partial<Done>,
): Promise<SweepRow> {
  const last = posts + comments + cases === 0;
  return db
    .updateTable('sweeps')
    .set({
      posts: sql<number>`posts + ${posts}::integer`,
      comments: sql<number>`comments + ${comments}::integer`,
      cases: sql<number>`cases + ${cases}::integer`,
      finished_at: last ? sql<Date>`now()` : null,
    })
    .where('decision_id', '=', decisionId)
    .returningAll()
    .executeTakeFirstOrThrow();
}
