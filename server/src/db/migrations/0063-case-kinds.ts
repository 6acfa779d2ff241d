import { type Kysely, sql } from 'kysely';

/*
 * Webinars and jobs are kinds of their own, since who decides looks for other things in them. Reports from before there
 * were cases become cases, unless somebody has decided about the subject since; they had no category.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE cases DROP CONSTRAINT cases_subject_kind_check`.execute(db);
  await sql`ALTER TABLE cases ADD CONSTRAINT cases_subject_kind_check
    CHECK (subject_kind IN ('post', 'webinar', 'job', 'comment', 'member', 'message', 'appeal'))`.execute(db);
  await sql`UPDATE cases c SET subject_kind = p.post_type FROM posts p
    WHERE c.subject_kind = 'post' AND p.id = c.subject_id AND p.post_type <> 'general'`.execute(db);
  await collectReports(db);
  await openCases(db);
  await fillCases(db);
  await sql`DROP TABLE old_reports`.execute(db);
}

async function collectReports(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TEMPORARY TABLE old_reports AS
    SELECT * FROM (
      SELECT CASE p.post_type WHEN 'general' THEN 'post' ELSE p.post_type END AS kind, p.id AS subject_id,
        p.id AS post_id, p.user_id AS member_id, r.user_id, r.reason, r.created_at
      FROM post_reports r JOIN posts p ON p.id = r.post_id
      UNION ALL
      SELECT 'comment', c.id, c.post_id, c.user_id, r.user_id, r.reason, r.created_at
      FROM comment_reports r JOIN comments c ON c.id = r.comment_id
      UNION ALL
      SELECT 'member', r.reported_id, NULL, r.reported_id, r.user_id, r.reason, r.created_at FROM member_reports r
    ) o
    WHERE o.user_id <> o.member_id AND NOT EXISTS (
      SELECT 1 FROM cases c WHERE c.subject_id = o.subject_id AND (c.state = 'closed' OR EXISTS (
        SELECT 1 FROM case_reports known WHERE known.case_id = c.id AND known.user_id = o.user_id)))`.execute(db);
}

/** The copy is of today: nobody kept one when these reports were made. */
async function openCases(db: Kysely<unknown>): Promise<void> {
  await sql`
    INSERT INTO cases (id, subject_kind, subject_id, post_id, member_id, created_at, evidence)
    SELECT gen_random_uuid(), o.kind, o.subject_id, o.post_id, o.member_id, o.created_at, CASE o.kind
      WHEN 'comment' THEN (SELECT jsonb_build_object('text', c.comment, 'createdAt', c.created_at)
        FROM comments c WHERE c.id = o.subject_id)
      WHEN 'member' THEN (SELECT jsonb_build_object('title', u.first_name || ' ' || u.last_name,
        'text', concat_ws(E'\n\n', u.profession, u.intro_details, u.bio), 'createdAt', u.created_at)
        FROM users u WHERE u.id = o.subject_id)
      ELSE (SELECT jsonb_build_object('text', p.description, 'title', p.title, 'link', p.link,
        'createdAt', p.created_at) FROM posts p WHERE p.id = o.subject_id) END
    FROM (SELECT DISTINCT ON (kind, subject_id) * FROM old_reports ORDER BY kind, subject_id, created_at) o
    ON CONFLICT (subject_kind, subject_id) WHERE state <> 'closed' DO NOTHING`.execute(db);
}

async function fillCases(db: Kysely<unknown>): Promise<void> {
  await sql`
    WITH added AS (
      INSERT INTO case_reports (id, case_id, user_id, category, words, created_at)
      SELECT gen_random_uuid(), c.id, o.user_id, 'other', o.reason, o.created_at
      FROM old_reports o JOIN cases c ON c.subject_kind = o.kind AND c.subject_id = o.subject_id
        AND c.state <> 'closed'
      ON CONFLICT DO NOTHING RETURNING case_id
    )
    UPDATE cases c SET reports_count = c.reports_count + n.added, score = c.score + n.added,
      reasons = jsonb_set(c.reasons, '{other}', to_jsonb(coalesce((c.reasons ->> 'other')::integer, 0) + n.added))
    FROM (SELECT case_id, count(*)::integer AS added FROM added GROUP BY case_id) n WHERE c.id = n.case_id`.execute(db);
}
