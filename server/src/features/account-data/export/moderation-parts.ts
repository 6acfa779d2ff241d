/** The moderation parts of the export: blocks, reports, decisions and consents. */
import { sql } from 'kysely';
import { exportedPutAway } from './columns.ts';
import { type ExportPart, name, part } from './part.ts';
import { exportTexts } from './texts.ts';

export const moderationParts: readonly ExportPart[] = [
  part(
    'blocks.json',
    exportTexts.blocks,
    (me) => sql`
    SELECT u.id AS key, jsonb_build_object('memberId', u.id, 'name', ${name}, 'since', b.created_at) AS entry
    FROM member_blocks b JOIN users u ON u.id = b.other_user_id WHERE b.user_id = ${me} AND b.by_user`,
  ),
  part(
    'reports.json',
    exportTexts.reports,
    // A report of one's own post opens no case.
    (me) => sql`
    SELECT r.id AS key, jsonb_build_object('kind', c.subject_kind, 'id', c.subject_id, 'category', r.category,
      'words', r.words, 'at', r.created_at, 'closedAt', c.closed_at) AS entry
    FROM case_reports r JOIN cases c ON c.id = r.case_id WHERE r.user_id = ${me}
    UNION ALL SELECT r.id, jsonb_build_object('kind', 'post', 'id', r.post_id, 'words', r.reason, 'at', r.created_at)
    FROM post_reports r JOIN posts p ON p.id = r.post_id AND p.user_id = ${me} WHERE r.user_id = ${me}`,
  ),
  part(
    'put-away.json',
    exportTexts.putAway,
    (me) => sql`
    SELECT lpad(to_hex(k.id), 32, '0')::uuid AS key,
      jsonb_build_object('kind', k.relation, 'entry', ${exportedPutAway('k', me)}) AS entry
    FROM put_away_rows k WHERE k.user_id = ${me}`,
  ),
  part(
    'terms.json',
    exportTexts.terms,
    (me) => sql`
    SELECT lpad(to_hex(a.version), 32, '0')::uuid AS key,
      jsonb_build_object('version', a.version, 'acceptedAt', a.accepted_at) AS entry
    FROM terms_acceptances a WHERE a.user_id = ${me}`,
  ),
  part(
    'join-request.json',
    exportTexts.joinRequest,
    (me) => sql`
    SELECT r.user_id AS key, jsonb_build_object('answer', r.answer, 'at', r.created_at) AS entry
    FROM join_requests r WHERE r.user_id = ${me}`,
  ),
  part(
    'decisions.json',
    exportTexts.decisions,
    (me) => sql`
    SELECT d.id AS key, jsonb_build_object('id', d.id, 'about', d.subject_kind, 'aboutId', d.subject_id,
      'action', d.action, 'label', d.label, 'rule', d.rule,
      'facts', d.facts, 'statement', d.statement, 'until', d.until,
      'reverses', d.reverses, 'at', d.created_at, 'appeal', (SELECT a.evidence ->> 'text' FROM cases a
        WHERE a.subject_kind = 'appeal' AND a.subject_id = d.id LIMIT 1)) AS entry
    FROM decisions d WHERE d.member_id = ${me} AND (d.action <> 'none' OR d.subject_kind = 'appeal')`,
  ),
];
