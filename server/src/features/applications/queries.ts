import { ANSWER_DAYS, type ApplicationStatus, CV_MONTHS } from '@afterhours/contract/constants/applications';
import type { Answered } from '@afterhours/contract/jobs/applications';
import { sql } from 'kysely';
import { memberVisible, memberVisibleTo, postVisible } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import type { PageStart } from '#db/statements/keyset.ts';
import { personColumns } from '#features/people/loaders.ts';
import type { PersonRow } from '#features/people/views.ts';
import { sanctionOf } from '#http/gate/sessions.ts';

type CvJson = { name: string; mimeType: string; size: number };

export type ApplicationRow = PersonRow & {
  application_id: string;
  post_id: string;
  status: ApplicationStatus;
  status_at: Date;
  rejects_at: Date | null;
  created_at: Date;
  words: string | null;
  answers: Answered[];
  cv: CvJson | null;
  note: string | null;
};

const cvJson = sql`CASE WHEN f.id IS NOT NULL THEN
  json_build_object('name', f.original_name, 'mimeType', f.content_type, 'size', f.bytes) END`;
const statusAt = sql`coalesce(a.status_at, a.created_at)`;

const applicationRow = sql`SELECT a.id AS application_id, a.post_id, a.status, ${statusAt} AS status_at, a.rejects_at,
    a.created_at, a.words, a.answers, ${cvJson} AS cv, a.note, u.id, ${personColumns}
  FROM job_applications a JOIN users u ON u.id = a.user_id LEFT JOIN uploads f ON f.id = a.cv_upload_id`;

/**
 * Returns a page of the applications for a job, newest first, and one row more, without applicants whom the viewer
 * cannot see.
 */
export async function selectApplications(
  db: Db,
  { viewerId, postId, status }: { viewerId: string; postId: string; status: ApplicationStatus | null },
  { after, limit, offset }: PageStart,
): Promise<ApplicationRow[]> {
  const { rows } = await sql<ApplicationRow>`
    ${applicationRow}
    WHERE a.post_id = ${postId}::uuid AND ${memberVisible(viewerId)}
      AND ${status === null ? sql`TRUE` : sql`a.status = ${status}`}
      AND ${after ? sql`a.id < ${after[0]}::uuid` : sql`TRUE`}
    ORDER BY a.id DESC LIMIT ${limit + 1} OFFSET ${offset}`.execute(db);
  return rows;
}

/** Returns an application for one of the member's jobs, unless its applicant is not visible to them. */
export async function selectReceived(db: Db, posterId: string, id: string): Promise<ApplicationRow | undefined> {
  const { rows } = await sql<ApplicationRow>`
    ${applicationRow}
    WHERE a.id = ${id}::uuid AND a.poster_id = ${posterId}::uuid AND ${memberVisible(posterId)}`.execute(db);
  return rows[0];
}

export type OwnRow = PersonRow & {
  application_id: string;
  status: ApplicationStatus;
  status_at: Date;
  created_at: Date;
  post_id: string;
  title: string | null;
  closed: boolean;
  cv: CvJson | null;
  /** When the job was deleted; the columns about it and its author are then null. */
  removed_at: Date | null;
  /** Whether the applicant can see the job. */
  visible: boolean;
};

/** Returns a page of a member's own applications, newest first, and one row more; also those whose job is deleted. */
export async function selectOwn(db: Db, userId: string, { after, limit, offset }: PageStart): Promise<OwnRow[]> {
  const { rows } = await sql<OwnRow>`
    SELECT own.id AS application_id, coalesce(a.status, r.status) AS status,
      coalesce(a.status_at, r.status_at, a.created_at, r.created_at) AS status_at,
      coalesce(a.created_at, r.created_at) AS created_at, r.removed_at, a.post_id, p.title,
      p.closed_at IS NOT NULL OR coalesce(o.expires_at <= now(), FALSE) AS closed, ${cvJson} AS cv,
      coalesce(a.id IS NOT NULL AND ${postVisible(userId)}, FALSE) AS visible, u.id, ${personColumns}
    FROM (
      SELECT id FROM job_applications WHERE user_id = ${userId}::uuid
      UNION ALL SELECT id FROM removed_applications WHERE user_id = ${userId}::uuid
    ) own LEFT JOIN job_applications a ON a.id = own.id LEFT JOIN removed_applications r ON r.id = own.id
      LEFT JOIN posts p ON p.id = a.post_id LEFT JOIN users u ON u.id = p.user_id
      LEFT JOIN open_jobs o ON o.post_id = p.id LEFT JOIN uploads f ON f.id = a.cv_upload_id
    WHERE ${after ? sql`own.id < ${after[0]}::uuid` : sql`TRUE`}
    ORDER BY own.id DESC LIMIT ${limit + 1} OFFSET ${offset}`.execute(db);
  return rows;
}

/** SQL: whether a rejection is due. One by an author who is suspended or banned waits until they may write again. */
const isRejectionDue = sql`a.rejects_at <= now() AND NOT EXISTS (${sanctionOf(sql.ref('a.poster_id'))})`;

export type Locked = {
  id: string;
  user_id: string;
  post_id: string;
  poster_id: string;
  status: ApplicationStatus;
  status_at: Date;
  note: string | null;
  rejects_at: Date | null;
  rejection_words: string | null;
  cv_upload_id: string | null;
  see_each_other: boolean;
  rejection_due: boolean;
};

/**
 * Locks an application. `see_each_other` is whether its two members do, `rejection_due` whether its rejection is due.
 */
export async function lockApplication(db: Db, id: string): Promise<Locked | undefined> {
  const { rows } = await sql<Locked>`
    SELECT a.id, a.user_id, a.post_id, a.poster_id, a.status, ${statusAt} AS status_at, a.note, a.rejects_at,
      a.rejection_words, a.cv_upload_id,
      ${memberVisibleTo(sql.ref('a.user_id'), sql.ref('a.poster_id'))} AS see_each_other,
      coalesce(${isRejectionDue}, FALSE) AS rejection_due
    FROM job_applications a WHERE a.id = ${id}::uuid FOR NO KEY UPDATE OF a`.execute(db);
  return rows[0];
}

/** Returns a member's applications for jobs of authors who can see the member. */
export async function selectSeenByAuthors(
  db: Db,
  userId: string,
): Promise<{ applicationId: string; postId: string; posterId: string }[]> {
  const { rows } = await sql<{ applicationId: string; postId: string; posterId: string }>`
    SELECT a.id AS "applicationId", a.post_id AS "postId", a.poster_id AS "posterId" FROM job_applications a
    WHERE a.user_id = ${userId}::uuid AND ${memberVisibleTo(sql.ref('a.poster_id'), sql.ref('a.user_id'))}`.execute(db);
  return rows;
}

export type Changes = {
  status?: ApplicationStatus;
  note?: string | null;
  /** The number of minutes until the rejection is sent; null takes a rejection back. */
  rejectsIn?: number | null;
  rejectionWords?: string | null;
  answers?: boolean;
};

/** Changes a locked application; returns its new state. */
export async function changeApplication(db: Db, id: string, changes: Changes) {
  const { status, note, rejectsIn, rejectionWords, answers } = changes;
  return db
    .updateTable('job_applications')
    .set({
      ...(status === undefined ? {} : { status, status_at: sql<Date>`now()` }),
      ...(note === undefined ? {} : { note }),
      ...(rejectsIn === undefined
        ? {}
        : { rejects_at: rejectsIn === null ? null : sql<Date>`now() + make_interval(mins => ${rejectsIn}::integer)` }),
      ...(rejectionWords === undefined ? {} : { rejection_words: rejectionWords }),
      ...(answers
        ? {
            answered_at: sql<Date>`coalesce(answered_at, now())`,
            counted: sql<boolean | null>`CASE WHEN counted IS NOT NULL THEN TRUE END`,
          }
        : {}),
    })
    .where('id', '=', id)
    .returning(['status', sql<Date>`coalesce(status_at, created_at)`.as('status_at'), 'rejects_at', 'note'])
    .executeTakeFirstOrThrow();
}

/** Empties a locked application. If it is not counted in the answer rate yet, it never will be. */
export async function emptyApplication(db: Db, id: string): Promise<void> {
  await sql`
    UPDATE job_applications SET words = NULL, answers = '[]', cv_upload_id = NULL, cv_until = NULL, rejects_at = NULL,
      rejection_words = NULL, counted = CASE WHEN counted THEN TRUE END
    WHERE id = ${id}::uuid`.execute(db);
}

/** Returns the applications whose rejection is due, longest overdue first. */
export async function selectRejecting(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT a.id FROM job_applications a WHERE ${isRejectionDue} ORDER BY a.rejects_at LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Counts the applications that were not answered in time; returns their number. */
export async function countLate(db: Db, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE job_applications SET counted = TRUE WHERE id IN (
      SELECT id FROM job_applications
      WHERE counted = FALSE AND created_at <= now() - make_interval(days => ${ANSWER_DAYS}::integer)
      ORDER BY created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Sets when the CVs of applications for a closed job are deleted. */
export async function limitCvs(db: Db, postId: string): Promise<void> {
  await sql`
    UPDATE job_applications SET cv_until = now() + make_interval(months => ${CV_MONTHS}::integer)
    WHERE post_id = ${postId}::uuid AND cv_upload_id IS NOT NULL`.execute(db);
}

/** Removes CVs whose time is over from their applications; returns their uploads. */
export async function takeOldCvs(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH old AS (
      SELECT id, cv_upload_id FROM job_applications WHERE cv_until <= now()
      ORDER BY cv_until LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ), taken AS (
      UPDATE job_applications a SET cv_upload_id = NULL, cv_until = NULL FROM old WHERE a.id = old.id
    )
    SELECT cv_upload_id AS id FROM old WHERE cv_upload_id IS NOT NULL`.execute(db);
  return rows.map(({ id }) => id);
}

export type ServedCv = { filename: string; name: string; contentType: string };

/** Returns the CV of an application for its applicant, and for the job's author while the two can see each other. */
export async function selectCv(db: Db, viewerId: string, id: string): Promise<ServedCv | undefined> {
  const { rows } = await sql<ServedCv>`
    SELECT f.filename, f.original_name AS name, f.content_type AS "contentType"
    FROM job_applications a JOIN posts p ON p.id = a.post_id JOIN uploads f ON f.id = a.cv_upload_id
    WHERE a.id = ${id}::uuid AND (a.user_id = ${viewerId}::uuid OR (p.user_id = ${viewerId}::uuid
      AND p.hidden_by IS NULL AND ${memberVisibleTo(sql.ref('a.user_id'), sql.ref('p.user_id'))}))`.execute(db);
  return rows[0];
}

/** Returns the member's own application for a job. */
export async function selectMine(db: Db, userId: string, postId: string) {
  return db
    .selectFrom('job_applications')
    .select(['id', 'status', sql<Date>`coalesce(status_at, created_at)`.as('status_at')])
    .where('user_id', '=', userId)
    .where('post_id', '=', postId)
    .executeTakeFirst();
}

export async function selectTitle(db: Db, postId: string): Promise<string | null> {
  const row = await db.selectFrom('posts').select('title').where('id', '=', postId).executeTakeFirst();
  return row?.title ?? null;
}
