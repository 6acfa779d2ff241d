/**
 * The figures of the overview. Each comes from an index, a bounded count or an estimate, so that no figure's cost grows
 * with a table.
 */
import { MOST_COUNTED, type OverviewFinding, REFUSED_MAIL_DAYS } from '@afterhours/contract/moderation/overview';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';

const LATEST_DECISIONS = 500;
/** This many are read, because automated decisions and sweeps among them are left out. */
const DECISIONS_READ = 5_000;
const FEW_MEMBERS = 10_000;

/** SQL: the number of rows, up to `MOST_COUNTED`. */
const upTo = (rows: RawBuilder<unknown>) =>
  sql<number>`(SELECT count(*)::integer FROM (${rows} LIMIT ${sql.lit(MOST_COUNTED)}) counted)`;

/**
 * Returns the number of members, without people who ask to join: exact while there are few, otherwise the database's
 * estimate.
 */
export async function countMembers(db: Db): Promise<number> {
  const { rows } = await sql<{ few: number; estimate: number }>`
    SELECT (SELECT count(*)::integer FROM (
        SELECT 1 FROM users WHERE deleted_at IS NULL AND NOT waiting LIMIT ${sql.lit(FEW_MEMBERS + 1)}) counted) AS few,
      (SELECT reltuples::integer FROM pg_class WHERE oid = 'users'::regclass) AS estimate`.execute(db);
  const { few = 0, estimate = 0 } = rows[0] ?? {};
  return few <= FEW_MEMBERS ? few : Math.max(few, estimate);
}

type Work = { open: number; median_hours: number | null; decided: number; requests: number; refused: number };

/**
 * SQL: the latest decisions by people that each concern one case. A rule decides instantly, and a sweep decides many.
 */
const latestDecisions = sql`
  SELECT d.case_id, d.created_at FROM (
    SELECT id, case_id, created_at, automated, reverses FROM decisions ORDER BY id DESC
    LIMIT ${sql.lit(DECISIONS_READ)}) d
  WHERE NOT d.automated AND d.reverses IS NULL
    AND NOT EXISTS (SELECT 1 FROM sweeps s WHERE s.decision_id = d.id)
  LIMIT ${sql.lit(LATEST_DECISIONS)}`;

/** Returns the amount of pending work for staff, and how long the latest decisions took. */
export async function selectWork(db: Db): Promise<Work> {
  const { rows } = await sql<Work>`
    SELECT ${upTo(sql`SELECT 1 FROM cases WHERE state <> 'closed'`)} AS open, decisions.*,
      ${upTo(sql`SELECT 1 FROM join_requests WHERE ready_at IS NOT NULL`)} AS requests,
      ${upTo(sql`SELECT 1 FROM mail_refusals WHERE refused_at > now() - make_interval(days => ${REFUSED_MAIL_DAYS})`)}
        AS refused
    FROM (SELECT count(*)::integer AS decided, (percentile_cont(0.5) WITHIN GROUP (
        ORDER BY extract(epoch FROM latest.created_at - c.created_at)) / 3600)::float8 AS median_hours
      FROM (${latestDecisions}) latest JOIN cases c ON c.id = latest.case_id) decisions`.execute(db);
  return rows[0] ?? { open: 0, median_hours: null, decided: 0, requests: 0, refused: 0 };
}

type Waiting = { jobs: number; mails: number; oldest: number };

/** Returns the number of pending jobs, how many of them are mails, and for how many seconds the oldest has been due. */
export async function selectWaiting(db: Db, mailJobs: readonly string[]): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    SELECT count(*)::integer AS jobs, (count(*) FILTER (WHERE name = ANY(${[...mailJobs]}::text[])))::integer AS mails,
      coalesce(greatest(extract(epoch FROM now() - min(start_after)), 0), 0)::integer AS oldest
    FROM (SELECT name, start_after FROM jobs.job WHERE state < 'active' LIMIT ${sql.lit(MOST_COUNTED)})
      waiting`.execute(db);
  return rows[0] ?? { jobs: 0, mails: 0, oldest: 0 };
}

type Size = { files: number; database: number; version: string; schema: string };

/** Returns the sizes in bytes, and the versions of the database and its schema. */
export async function selectSize(db: Db): Promise<Size> {
  const { rows } = await sql<Size>`
    SELECT coalesce((SELECT value FROM daily_figures WHERE kind = 'storage' ORDER BY day DESC LIMIT 1),
        (SELECT sum(bytes) FROM (SELECT bytes FROM member_storage LIMIT ${sql.lit(MOST_COUNTED)}) few), 0)::float8
        AS files,
      pg_database_size(current_database())::float8 AS database, current_setting('server_version') AS version,
      (SELECT max(name) FROM kysely_migration) AS schema`.execute(db);
  return rows[0] ?? { files: 0, database: 0, version: '', schema: '' };
}

type BackupReport = { bytes: number; files: number };

/** Returns the latest backup that the backup command reported, or undefined if there is none. */
export async function selectBackup(db: Db): Promise<(BackupReport & { at: Date }) | undefined> {
  const row = await db
    .selectFrom('operator_reports')
    .select(['report', 'made_at'])
    .where('kind', '=', 'backup')
    .executeTakeFirst();
  return row && { ...(row.report as BackupReport), at: row.made_at };
}

/**
 * Returns the doctor's findings by the name of the check, each with its time, since a quick run leaves out some checks.
 * `at` is the time of the doctor's last run.
 */
export async function selectDoctor(db: Db): Promise<{ at: Date; findings: OverviewFinding[] } | null> {
  const rows = await db
    .selectFrom('operator_reports')
    .select(['name', 'report', 'made_at'])
    .where('kind', '=', 'doctor')
    .orderBy('name')
    .execute();
  if (rows.length === 0) return null;
  const findings = rows.flatMap(({ name: check, report, made_at }) =>
    (report as Omit<OverviewFinding, 'check' | 'at'>[]).map(({ level, text, advice }) => ({
      check,
      level,
      text,
      advice,
      at: made_at.toISOString(),
    })),
  );
  return { at: new Date(Math.max(...rows.map(({ made_at }) => made_at.getTime()))), findings };
}

/** Deletes the records of refused mails that no figure counts any more. */
export async function deleteOldRefusals(db: Db): Promise<void> {
  await sql`
    DELETE FROM mail_refusals WHERE refused_at < now() - make_interval(days => ${REFUSED_MAIL_DAYS})`.execute(db);
}
