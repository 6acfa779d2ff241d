/** Pending mails: jobs that send one, mails about notifications, and digests that are due. */
import type { MailState } from '@afterhours/contract/moderation/staff-mails';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import type { CursorKey, PageStart } from '#db/statements/keyset.ts';
import { personColumns } from '#features/people/loaders.ts';
import type { PersonRow } from '#features/people/views.ts';

export type MailRow = {
  id: string;
  what: string;
  to: string | null;
  tries: number;
  error: string | null;
  since: Date;
  /** `since` to the microsecond. */
  exact_since: string;
  next_at: Date;
};

export const mailKey = ({ exact_since, what, id }: MailRow): CursorKey => [exact_since, what, id];

type Selection = { state: MailState; start: PageStart };

/** SQL: the first rows after the start of the page, with these columns; `exact_since` is `since` as text. */
function firstOf(
  { start: { after, limit, offset } }: Selection,
  rows: RawBuilder<unknown>,
  { since, what, id }: Record<'since' | 'what' | 'id', RawBuilder<unknown>>,
) {
  const further = after
    ? sql`AND (${since}, ${what}, ${id}) > (${after[0]}::timestamptz, ${after[1]}::text, ${after[2]}::uuid)`
    : sql``;
  return sql`(SELECT ${id} AS id, ${what} AS what, ${since} AS since,
    to_char(${since} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS exact_since, ${rows} ${further}
    ORDER BY ${since}, ${what}, ${id} LIMIT ${limit + offset + 1})`;
}

/** SQL: true if the job sends a mail and waits for its first attempt, or (`failing`) for another. */
const waitingJob = (names: readonly string[], state: MailState) => sql`
  job.name = ANY (${[...names]}::text[]) AND ${
    state === 'failing' ? sql`job.state IN ('retry', 'active') AND job.retry_count > 0` : sql`job.state = 'created'`
  }`;

/** SQL: mails sent by jobs. Their payloads name the address in different fields, or not at all. */
const mailsOfJobs = (names: readonly string[], selection: Selection) =>
  firstOf(
    selection,
    sql`coalesce(job.data->>'to', job.data->>'newEmail', job.data->>'email') AS "to", job.retry_count::integer AS tries,
      left(job.output->>'message', 500) AS error, job.start_after AS next_at
      FROM jobs.job job WHERE ${waitingJob(names, selection.state)}`,
    { since: sql`job.created_on`, what: sql`job.name`, id: sql`job.id` },
  );

/** SQL: mails about notifications. Digests are scheduled long before they are due. */
function mailsOfMembers(table: 'notification_mails' | 'notification_digests', selection: Selection) {
  const digest = table === 'notification_digests';
  const untried = digest ? sql`m.tries = 0 AND m.due_at <= now()` : sql`m.tries = 0`;
  return firstOf(
    selection,
    sql`u.email AS "to", m.tries::integer AS tries, m.error, m.due_at AS next_at
      FROM ${sql.table(table)} m JOIN users u ON u.id = m.user_id
      WHERE ${selection.state === 'failing' ? sql`m.tries > 0` : untried}`,
    { since: sql`m.since`, what: sql`${sql.lit(digest ? 'digest' : 'notifications')}::text`, id: sql`m.user_id` },
  );
}

/** Returns one page, plus one row, oldest first; `names` are the names of the jobs that send mails. */
export async function selectMails(db: Db, names: readonly string[], selection: Selection): Promise<MailRow[]> {
  const { limit, offset } = selection.start;
  const { rows } = await sql<MailRow>`
    SELECT * FROM (${mailsOfJobs(names, selection)} UNION ALL ${mailsOfMembers('notification_mails', selection)}
      UNION ALL ${mailsOfMembers('notification_digests', selection)}) mails
    ORDER BY since, what, id LIMIT ${limit + 1} OFFSET ${offset}`.execute(db);
  return rows;
}

/** A mail that is due sooner may be in the process of being sent, and would be sent twice. */
const SOON_SECONDS = 180;
const LATER = sql`m.due_at > now() + make_interval(secs => ${sql.lit(SOON_SECONDS)})`;

/** Schedules failing mails for another attempt now; returns how many there are. */
export async function retryFailing(db: Db, names: readonly string[]): Promise<number> {
  const { rows } = await sql<{ retried: number }>`
    WITH jobs_now AS (
      UPDATE jobs.job job SET start_after = now()
      WHERE job.name = ANY (${[...names]}::text[]) AND job.state = 'retry' RETURNING 1
    ), mails_now AS (
      UPDATE notification_mails m SET due_at = now() WHERE m.tries > 0 AND ${LATER} RETURNING 1
    ), digests_now AS (
      UPDATE notification_digests m SET due_at = now() WHERE m.tries > 0 AND ${LATER} RETURNING 1
    )
    SELECT ((SELECT count(*) FROM jobs_now) + (SELECT count(*) FROM mails_now)
      + (SELECT count(*) FROM digests_now))::integer AS retried`.execute(db);
  return rows[0]?.retried ?? 0;
}

export type RefusedRow = PersonRow & { email: string };

export const refusedKey = ({ id }: RefusedRow): CursorKey => [id];

/** Returns one page, plus one row, of the members whose mails were stopped because their addresses refused them. */
export async function selectRefused(db: Db, { after, limit, offset }: PageStart): Promise<RefusedRow[]> {
  const { rows } = await sql<RefusedRow>`
    SELECT u.id, ${personColumns}, u.email FROM notification_settings s JOIN users u ON u.id = s.user_id
    WHERE s.stopped = 'refused' ${after ? sql`AND s.user_id > ${after[0]}::uuid` : sql``}
    ORDER BY s.user_id LIMIT ${limit + 1} OFFSET ${offset}`.execute(db);
  return rows;
}

/**
 * Resumes mails to everyone whose mails were stopped because they were refused; returns how many members there are.
 */
export async function resumeRefused(db: Db): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('notification_settings')
    .set({ stopped: null, refusals: 0 })
    .where('stopped', '=', 'refused')
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
