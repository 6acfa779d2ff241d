import { DAY_MS } from '@afterhours/contract/base/durations';
import { type CloseReason, endOfDay, OPEN_DAYS, REMINDER_DAYS } from '@afterhours/contract/constants/jobs';
import type { JobTerms } from '@afterhours/contract/jobs/jobs';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { prepare } from '#db/statements/prepared.ts';
import { type OpenRow, termsJson } from './views.ts';

/** Returns the terms of a job as the database reads them from JSON. */
const toJobColumns = (postId: string, { pay, aiScreening, applyUntil, ...terms }: JobTerms) => ({
  post_id: postId,
  ...terms,
  pay_min: pay?.min ?? null,
  pay_max: pay?.max ?? null,
  pay_currency: pay?.currency ?? null,
  pay_period: pay?.period ?? null,
  ai_screening: aiScreening,
  apply_until: applyUntil,
});

const saveAll = prepare<{ rows: string }, never>(
  'jobs-save',
  ({ rows }) => sql<never>`
    INSERT INTO jobs (post_id, employment, place, remote, countries, pay_min, pay_max, pay_currency, pay_period, unpaid,
      vacancy, ai_screening, apply_until, questions)
    SELECT post_id, employment, place, remote, countries, pay_min, pay_max, pay_currency, pay_period, unpaid, vacancy,
      ai_screening, apply_until, questions
    FROM json_to_recordset(${rows}::json) AS given(post_id uuid, employment text, place text, remote text,
      countries text[], pay_min numeric, pay_max numeric, pay_currency text, pay_period text, unpaid text,
      vacancy boolean, ai_screening boolean, apply_until date, questions jsonb)
    ORDER BY post_id
    ON CONFLICT (post_id) DO UPDATE SET employment = excluded.employment, place = excluded.place,
      remote = excluded.remote, countries = excluded.countries, pay_min = excluded.pay_min, pay_max = excluded.pay_max,
      pay_currency = excluded.pay_currency, pay_period = excluded.pay_period, unpaid = excluded.unpaid,
      vacancy = excluded.vacancy, ai_screening = excluded.ai_screening, apply_until = excluded.apply_until,
      questions = excluded.questions`,
);

/** Stores the terms of jobs, replacing existing ones. Posts without terms are skipped. */
export async function saveJobs(db: Db, posts: readonly { id: string; job: JobTerms | null }[]): Promise<void> {
  const rows = posts.flatMap(({ id, job }) => (job ? [toJobColumns(id, job)] : []));
  if (rows.length > 0) await saveAll(db, { rows: JSON.stringify(rows) });
}

/** Returns the terms of a job; null for a job that has only texts. */
export async function selectJob(db: Db, postId: string): Promise<JobTerms | null> {
  const { rows } = await sql<{ terms: JobTerms }>`
    SELECT ${termsJson} AS terms FROM jobs j WHERE j.post_id = ${postId}::uuid`.execute(db);
  return rows[0]?.terms ?? null;
}

const expiryOf = (applyUntil: string | null, openUntil: number): number =>
  Math.min(openUntil, applyUntil === null ? openUntil : endOfDay(applyUntil));

/** Opens new jobs; returns by id until when they are open. */
export async function openJobs(
  db: Db,
  posts: readonly { id: string; applyUntil: string | null }[],
): Promise<Map<string, OpenRow>> {
  if (posts.length === 0) return new Map();
  const openUntil = Date.now() + OPEN_DAYS * DAY_MS;
  const rows = posts.map(({ id, applyUntil }) => {
    const expiresAt = expiryOf(applyUntil, openUntil);
    return {
      post_id: id,
      open_until: new Date(openUntil),
      expires_at: new Date(expiresAt),
      // An author who opens a job for only some days needs no reminder.
      reminded: expiresAt <= Date.now() + REMINDER_DAYS * DAY_MS,
    };
  });
  await db.insertInto('open_jobs').values(rows).execute();
  return new Map(rows.map((row) => [row.post_id, { expiresAt: row.expires_at.toISOString(), renewals: 0 }]));
}

/** Sets another last day for applications on an open job; returns false if the job closes before that day. */
export async function setLastDay(db: Db, postId: string, applyUntil: string | null): Promise<boolean> {
  const day = applyUntil === null ? null : new Date(endOfDay(applyUntil) - DAY_MS);
  const end = applyUntil === null ? null : new Date(endOfDay(applyUntil));
  const { rows } = await sql<{ fits: boolean }>`
    UPDATE open_jobs SET expires_at = least(open_until, ${end}::timestamptz),
      reminded = reminded AND least(open_until, ${end}::timestamptz) <= expires_at
    WHERE post_id = ${postId}::uuid
    RETURNING coalesce(${day}::timestamptz <= open_until, TRUE) AS fits`.execute(db);
  return rows[0]?.fits ?? true;
}

export type LockedJob = {
  post_type: string;
  user_id: string;
  closed_at: Date | null;
  close_reason: CloseReason | null;
  apply_until: string | null;
  expires_at: Date | null;
  renewals: number | null;
  is_over: boolean;
};

/** Locks a job, so that it is not closed or renewed at the same time. */
export async function lockJob(db: Db, postId: string): Promise<LockedJob | undefined> {
  const { rows } = await sql<LockedJob>`
    SELECT p.post_type, p.user_id, p.closed_at, p.close_reason, j.apply_until::text AS apply_until, o.expires_at,
      o.renewals, coalesce(o.expires_at <= now(), FALSE) AS is_over
    FROM posts p LEFT JOIN jobs j ON j.post_id = p.id LEFT JOIN open_jobs o ON o.post_id = p.id
    WHERE p.id = ${postId}::uuid FOR NO KEY UPDATE OF p`.execute(db);
  return rows[0];
}

/** Closes a locked job. */
export async function closeRow(db: Db, postId: string, reason: CloseReason): Promise<Date> {
  await sql`DELETE FROM open_jobs WHERE post_id = ${postId}::uuid`.execute(db);
  const { rows } = await sql<{ closed_at: Date }>`
    UPDATE posts SET closed_at = now(), close_reason = ${reason} WHERE id = ${postId}::uuid
    RETURNING closed_at`.execute(db);
  if (!rows[0]) throw new Error('the locked job does not exist');
  return rows[0].closed_at;
}

/** Renews a locked job; returns when it closes now, and how often it has been renewed. */
export async function renewRow(db: Db, postId: string) {
  const openUntil = new Date(Date.now() + OPEN_DAYS * DAY_MS);
  return db
    .updateTable('open_jobs')
    .set({
      open_until: openUntil,
      expires_at: openUntil,
      renewals: sql`renewals + 1`,
      reminded: false,
    })
    .where('post_id', '=', postId)
    .returning(['expires_at', 'renewals'])
    .executeTakeFirstOrThrow();
}

/** Returns whether a job takes applications. */
export async function isOpen(db: Db, postId: string): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`
    SELECT p.closed_at IS NULL AND coalesce(o.expires_at > now(), TRUE) AS open
    FROM posts p LEFT JOIN open_jobs o ON o.post_id = p.id WHERE p.id = ${postId}::uuid`.execute(db);
  return rows[0]?.open ?? false;
}

/** Returns whether a job takes applications, and prevents it from being closed until the transaction ends. */
export async function lockIfOpen(db: Db, postId: string): Promise<boolean> {
  // The lock is taken by a separate statement first, so that the check sees what was committed while it waited.
  await sql`SELECT 1 FROM posts WHERE id = ${postId}::uuid FOR SHARE`.execute(db);
  return isOpen(db, postId);
}

const idsOf = (rows: readonly { post_id: string }[]): string[] => rows.map(({ post_id }) => post_id);

/** Returns jobs whose time is over, longest overdue first. */
export async function selectExpired(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ post_id: string }>`
    SELECT post_id FROM open_jobs WHERE expires_at <= now() ORDER BY expires_at LIMIT ${limit}`.execute(db);
  return idsOf(rows);
}

/** Marks jobs that close soon as reminded, and returns them with their authors. */
export async function claimReminders(db: Db, limit: number): Promise<{ postId: string; authorId: string }[]> {
  const { rows } = await sql<{ postId: string; authorId: string }>`
    UPDATE open_jobs o SET reminded = TRUE
    FROM posts p WHERE p.id = o.post_id AND o.post_id IN (
      SELECT post_id FROM open_jobs
      WHERE NOT reminded AND expires_at <= now() + make_interval(days => ${REMINDER_DAYS}::integer)
      ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )
    RETURNING p.id AS "postId", p.user_id AS "authorId"`.execute(db);
  return rows;
}

/** Returns the members who have applied for a job. */
export async function selectApplicants(db: Db, postId: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    SELECT user_id FROM job_applications WHERE post_id = ${postId}::uuid AND status <> 'withdrawn'
    ORDER BY user_id`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

type SameJob = { id: string; title: string; created_at: Date };

/**
 * Returns a member's newest open job with a title, regardless of capitalization and repeated spaces; null if there is
 * none.
 */
export async function selectSameJob(db: Db, userId: string, title: string): Promise<SameJob | null> {
  const folded = (text: RawBuilder<unknown>) => sql`lower(regexp_replace(btrim(${text}), '\\s+', ' ', 'g'))`;
  const { rows } = await sql<SameJob>`
    SELECT p.id, p.title, p.created_at FROM posts p
    WHERE p.user_id = ${userId}::uuid AND p.post_type = 'job' AND p.closed_at IS NULL
      AND (p.hidden_by IS NULL OR p.held) AND ${folded(sql.ref('p.title'))} = ${folded(sql`${title}::text`)}
    ORDER BY p.id DESC LIMIT 1`.execute(db);
  return rows[0] ?? null;
}
