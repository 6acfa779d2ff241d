import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';

/** An application as `removed_applications` keeps it. */
export type Kept = { id: string; user_id: string; status: string; status_at: string | null; created_at: string };

/** `removed`: staff have removed the job, and its applicants were notified then. */
type JobRow = { postId: string; open: boolean; removed: boolean; applications: Kept[] };

/** Some jobs, or those of one author. */
export type JobsOf = { postIds: readonly string[] } | { authorId: string };

/** Returns those of these jobs that have applications. */
export async function selectJobsWithApplications(db: Db, of: JobsOf): Promise<JobRow[]> {
  const condition =
    'authorId' in of ? sql`p.user_id = ${of.authorId}::uuid` : sql`p.id = ANY (${[...of.postIds]}::uuid[])`;
  const { rows } = await sql<JobRow>`
    SELECT p.id AS "postId", p.closed_at IS NULL AND coalesce(o.expires_at > now(), true) AS open,
      EXISTS (SELECT FROM decisions d WHERE d.id = p.hidden_by AND d.action IN ('remove', 'ban')) AS removed, (
      SELECT json_agg(json_build_object('id', a.id, 'user_id', a.user_id, 'status', a.status,
        'status_at', a.status_at, 'created_at', a.created_at)) FROM job_applications a WHERE a.post_id = p.id
    ) AS applications
    FROM posts p LEFT JOIN open_jobs o ON o.post_id = p.id
    WHERE p.post_type = 'job' AND ${condition}
      AND EXISTS (SELECT FROM job_applications a WHERE a.post_id = p.id)`.execute(db);
  return rows;
}

/** Keeps what the trigger on applications has left out, because the applicant's row was locked at that moment. */
export async function keepMissing(db: Db, applications: readonly Kept[]): Promise<void> {
  await sql`
    INSERT INTO removed_applications (id, user_id, status, status_at, created_at)
    SELECT given.id, given.user_id, given.status, given.status_at, given.created_at
    FROM json_to_recordset(${JSON.stringify(applications)}::json) AS given(id uuid, user_id uuid, status text,
      status_at timestamptz, created_at timestamptz)
    JOIN users u ON u.id = given.user_id ORDER BY u.id FOR KEY SHARE OF u
    ON CONFLICT DO NOTHING`.execute(db);
}
