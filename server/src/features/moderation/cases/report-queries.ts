/** Reports, and the one open case that all reports of a subject share. */
import { type OwnReport, type ReportCategory, reportWeights } from '@afterhours/contract/moderation/moderation';
import type { CaseKind, CaseOutcome, CaseSource, CaseState } from '@afterhours/contract/moderation/staff-cases';
import { type RawBuilder, sql } from 'kysely';
import { memberVisible } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import type { Evidence } from '#db/schema/tables/moderation.ts';
import { newId } from '#db/statements/id.ts';
import type { CursorKey, PageStart } from '#db/statements/keyset.ts';
import { memberTexts } from '#features/automation/loaders.ts';
import { personJson } from '#features/people/loaders.ts';
import { type PersonRow, toPersonView } from '#features/people/views.ts';
import { caseOutcome, evidenceBeginning } from './case-queries.ts';
import { sumUp, toExcerpt } from './case-views.ts';
import { postImages } from './thread/thread-queries.ts';

export type ReportedSubject = {
  kind: CaseKind;
  id: string;
  postId: string | null;
  memberId: string;
  evidence: Evidence;
};
export type Report = { userId: string; category: ReportCategory; words: string | null };

/** Whether this member has reported this subject before, in any case about it. */
export async function hasReported(db: Db, userId: string, subjectId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM cases c JOIN case_reports r ON r.case_id = c.id AND r.user_id = ${userId}::uuid
    WHERE c.subject_id = ${subjectId}::uuid LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Locks the subject's open case and returns its id. The first report, or automation rule, opens the case. */
export async function openCase(db: Db, subject: ReportedSubject, source: CaseSource = 'reports'): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO cases AS existing (id, subject_kind, subject_id, post_id, member_id, evidence, source)
    VALUES (${newId()}::uuid, ${subject.kind}, ${subject.id}::uuid, ${subject.postId}::uuid, ${subject.memberId}::uuid,
      ${JSON.stringify(subject.evidence)}::jsonb, ${source})
    ON CONFLICT (subject_kind, subject_id) WHERE state <> 'closed' DO UPDATE SET member_id = existing.member_id
    RETURNING id`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('an upsert returned no row');
  return row.id;
}

/** Adds a member's report to a case, once, and its weight to the score. */
export async function addReport(db: Db, caseId: string, { userId, category, words }: Report): Promise<void> {
  await sql`
    WITH added AS (
      INSERT INTO case_reports (id, case_id, user_id, category, words)
      VALUES (${newId()}::uuid, ${caseId}::uuid, ${userId}::uuid, ${category}, ${words})
      ON CONFLICT (case_id, user_id) DO NOTHING RETURNING category
    )
    UPDATE cases SET reports_count = reports_count + 1, score = score + ${reportWeights[category]}::integer,
      reasons = jsonb_set(reasons, ARRAY[added.category],
        to_jsonb(coalesce((reasons ->> added.category)::integer, 0) + 1))
    FROM added WHERE cases.id = ${caseId}::uuid`.execute(db);
}

type EvidenceRow = { memberId: string; postId: string | null; evidence: Evidence };

/**
 * Selects a post as evidence. The text is all that filters read: description, job fields, picked hashtags and alt
 * texts.
 */
export async function selectPostEvidence(db: Db, postId: string): Promise<EvidenceRow | undefined> {
  const { rows } = await sql<EvidenceRow>`
    SELECT p.user_id AS "memberId", p.id AS "postId", jsonb_build_object('text', concat_ws(E'\n\n', p.description,
      nullif(p.opening, ''), nullif(p.salary, ''), (SELECT j.place FROM jobs j WHERE j.post_id = p.id),
      (SELECT string_agg('#' || tag, ' ') FROM unnest(p.hashtags) AS tag
        WHERE concat_ws(' ', p.title, p.description) !~* ('#' || tag || '(?!\\w)')),
      (SELECT string_agg(nullif(a.alt, ''), E'\n\n' ORDER BY a.position) FROM post_attachments a
        WHERE a.post_id = p.id)), 'title', p.title,
      'link', p.link, 'createdAt', p.created_at, 'files', (SELECT coalesce(jsonb_agg(a.folder || '/' || a.filename
        ORDER BY a.position), '[]') FROM post_attachments a WHERE a.post_id = p.id),
      'images', ${postImages(sql.ref('p.id'))}) AS evidence
    FROM posts p WHERE p.id = ${postId}::uuid`.execute(db);
  return rows[0];
}

export async function selectCommentEvidence(db: Db, commentId: string): Promise<EvidenceRow | undefined> {
  const { rows } = await sql<EvidenceRow>`
    SELECT c.user_id AS "memberId", c.post_id AS "postId",
      jsonb_build_object('text', c.comment, 'createdAt', c.created_at) AS evidence
    FROM comments c WHERE c.id = ${commentId}::uuid`.execute(db);
  return rows[0];
}

/** SQL: an image `a` without a description. */
const imageJson = (file: RawBuilder<unknown>) => sql`jsonb_build_object('file', ${file}, 'width', a.width,
  'height', a.height, 'placeholder', a.placeholder, 'alt', '')`;

/** SQL: the picture and cover image of member `u`, which are stored with or without their folder. */
const memberImages = sql`(SELECT jsonb_agg(${imageJson(sql`'users/' || a.filename`)} ORDER BY given.ordinal)
  FROM unnest(ARRAY[u.image, u.cover_image]) WITH ORDINALITY AS given(name, ordinal)
  JOIN uploads a ON a.filename = split_part('/' || given.name, '/', -1) AND a.kind = 'image')`;

/** Selects all that filters read of a member. */
export async function selectMemberEvidence(db: Db, userId: string): Promise<EvidenceRow | undefined> {
  const { rows } = await sql<EvidenceRow>`
    SELECT u.id AS "memberId", NULL AS "postId", jsonb_build_object(
      'title', u.first_name || ' ' || u.last_name,
      'text', ${memberTexts()},
      'files', to_jsonb(array_remove(ARRAY[u.image, u.cover_image], NULL)), 'images', ${memberImages},
      'createdAt', u.created_at) AS evidence
    FROM users u WHERE u.id = ${userId}::uuid`.execute(db);
  return rows[0];
}

/** Selects a message, only if the viewer takes part in its conversation. */
export async function selectMessageEvidence(
  db: Db,
  viewerId: string,
  messageId: string,
): Promise<EvidenceRow | undefined> {
  const { rows } = await sql<EvidenceRow>`
    SELECT m.sender_id AS "memberId", NULL AS "postId",
      jsonb_build_object('text', m.content, 'createdAt', m.created_at, 'files', (
        SELECT coalesce(jsonb_agg(a.name ORDER BY a.position), '[]') FROM message_attachments a
        WHERE a.message_id = m.id), 'documents', (
        SELECT coalesce(jsonb_agg(jsonb_build_object('file', a.filename, 'name', a.name, 'type', a.content_type)
          ORDER BY a.position), '[]') FROM message_attachments a WHERE a.message_id = m.id AND a.kind = 'document'),
        'images', (SELECT jsonb_agg(${imageJson(sql`'message/' || a.filename`)} ORDER BY a.position)
          FROM message_attachments a WHERE a.message_id = m.id AND a.kind = 'image')) AS evidence
    FROM messages m JOIN conversations c ON c.id = m.conversation_id
    WHERE m.id = ${messageId}::uuid AND m.deleted_at IS NULL
      AND ${viewerId}::uuid IN (c.member_a, c.member_b)`.execute(db);
  return rows[0];
}

export type OutcomeRow = { kind: CaseKind; outcome: CaseOutcome | null; outcome_hides: boolean };

type OwnReportRow = OutcomeRow & {
  id: string;
  kind: OwnReport['subject']['kind'];
  subject_id: string;
  category: ReportCategory;
  words: string | null;
  state: CaseState;
  created_at: Date;
  /** Null unless this report opened the case: the author may have edited the subject since the copy was made. */
  evidence: Evidence | null;
  /** Null if the reporter does not see this member. */
  member: PersonRow | null;
};

export const ownReportKey = (row: OwnReportRow): CursorKey => [row.id];

/** Returns one page of a member's reports, plus one more row. */
export async function selectOwnReports(db: Db, userId: string, start: PageStart): Promise<OwnReportRow[]> {
  const memberId = sql.ref('c.member_id');
  const { rows } = await sql<OwnReportRow>`
    SELECT r.id, c.subject_kind AS kind, c.subject_id, r.category, r.words, c.state, ${caseOutcome} AS outcome,
      c.outcome_hides, r.created_at, CASE WHEN r.created_at = c.created_at THEN ${evidenceBeginning} END AS evidence,
      CASE WHEN ${memberVisible(userId, memberId)} THEN ${personJson(memberId)} END AS member
    FROM case_reports r JOIN cases c ON c.id = r.case_id
    WHERE r.user_id = ${userId}::uuid ${start.after ? sql`AND r.id < ${start.after[0]}::uuid` : sql``}
    ORDER BY r.id DESC LIMIT ${start.limit + 1} OFFSET ${start.offset}`.execute(db);
  return rows;
}

const states = { open: 'received', claimed: 'looked_at', closed: 'closed' } as const;
const outcomes = {
  none: 'kept',
  warn: 'warned',
  label: 'acted',
  hide: 'gone',
  remove: 'gone',
  suspend: 'acted',
  ban: 'gone',
  reverse: 'kept',
} as const satisfies Record<CaseOutcome, OwnReport['outcome']>;

/**
 * Maps a case's outcome to what its reporter may know. Reporters do not learn of suspensions, only that staff acted.
 */
export function toOutcome({ kind, outcome, outcome_hides }: OutcomeRow): OwnReport['outcome'] {
  if (outcome_hides) return 'gone';
  return kind === 'member' && outcome === 'hide' ? 'acted' : outcome && outcomes[outcome];
}

/** Of a member, only the name is shown: the copy contains all of the profile, and the reporter may have seen less. */
const toReported = ({ kind, evidence }: OwnReportRow): string | null =>
  (evidence && toExcerpt(kind === 'member' ? (evidence.title ?? '') : sumUp(kind, evidence))) || null;

export const toOwnReportView = (row: OwnReportRow): OwnReport => ({
  _id: row.id,
  subject: { kind: row.kind, _id: row.subject_id },
  excerpt: toReported(row),
  member: row.member && toPersonView(row.member),
  category: row.category,
  words: row.words,
  state: states[row.state],
  outcome: toOutcome(row),
  reversed: row.outcome === 'reverse',
  createdAt: row.created_at.toISOString(),
});
