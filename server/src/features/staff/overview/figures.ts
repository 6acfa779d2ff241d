/**
 * Daily figures. A job counts each finished day once, and counts today and the storage again on each run. Until the job
 * has run, the overview itself counts up to `MAX_COUNTED` rows per day. Ids are ordered by time, so a day is a range of
 * the index.
 */
import { DAY_MS } from '@afterhours/contract/base/durations';
import { OVERVIEW_DAYS } from '@afterhours/contract/moderation/overview';
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { firstIdAt } from '#db/statements/id.ts';

const MAX_COUNTED = 1_000;

/** SQL: the last days up to today, each with its start, its end and its range of ids. */
function lastDays() {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const starts = Array.from({ length: OVERVIEW_DAYS }, (_, at) => new Date(today - (OVERVIEW_DAYS - 1 - at) * DAY_MS));
  const days = starts.map((start) => start.toISOString().slice(0, 10));
  const ends = starts.map((start) => new Date(start.getTime() + DAY_MS));
  return sql`unnest(${days}::date[], ${starts}::timestamptz[], ${ends}::timestamptz[],
    ${starts.map(firstIdAt)}::uuid[], ${ends.map(firstIdAt)}::uuid[]) d(day, start, finish, first, next)`;
}

/**
 * SQL: the rows of a day. A member who had to ask to join is new on the day of the acceptance. Members who have left do
 * not count as new members.
 */
const ofDay = {
  members: sql`
    SELECT 1 FROM users u WHERE u.id >= d.first AND u.id < d.next
      AND u.accepted_at IS NULL AND NOT u.waiting AND u.deleted_at IS NULL
    UNION ALL SELECT 1 FROM users u WHERE u.accepted_at >= d.start AND u.accepted_at < d.finish
      AND u.deleted_at IS NULL`,
  posts: sql`SELECT 1 FROM posts p WHERE p.id >= d.first AND p.id < d.next`,
} as const;

type DayRow = { day: string; members: number; posts: number };

/** Returns the number of new members and posts on each of the last days, oldest first. */
export async function selectDays(db: Db): Promise<DayRow[]> {
  const counted = (kind: keyof typeof ofDay) => sql`
    coalesce((SELECT f.value FROM daily_figures f WHERE f.day = d.day AND f.kind = ${kind}),
      (SELECT count(*) FROM (${ofDay[kind]} LIMIT ${sql.lit(MAX_COUNTED)}) counted))::integer`;
  // The job's figure for today may be lower than a short count.
  const today = (kind: keyof typeof ofDay) => sql`
    greatest(${counted(kind)}, (SELECT count(*) FROM (${ofDay[kind]} LIMIT ${sql.lit(MAX_COUNTED)}) counted)
      )::integer`;
  const value = (kind: keyof typeof ofDay) => sql`
    CASE WHEN d.day = (now() AT TIME ZONE 'UTC')::date THEN ${today(kind)} ELSE ${counted(kind)} END`;
  const { rows } = await sql<DayRow>`
    SELECT d.day::text AS day, ${value('members')} AS members, ${value('posts')} AS posts
    FROM ${lastDays()} ORDER BY d.day`.execute(db);
  return rows;
}

/** Counts the days that have not been counted since they ended, and the storage that members use. */
export async function storeFigures(db: Db): Promise<void> {
  for (const kind of ['members', 'posts'] as const) {
    await sql`
      INSERT INTO daily_figures (day, kind, value)
      SELECT d.day, ${kind}, (SELECT count(*) FROM (${ofDay[kind]}) counted) FROM ${lastDays()}
      -- Yesterday, too: it had not ended when it was last counted.
      WHERE d.day >= (now() AT TIME ZONE 'UTC')::date - 1
        OR NOT EXISTS (SELECT 1 FROM daily_figures f WHERE f.day = d.day AND f.kind = ${kind})
      ON CONFLICT (day, kind) DO UPDATE SET value = excluded.value`.execute(db);
  }
  await sql`
    INSERT INTO daily_figures (day, kind, value)
    SELECT (now() AT TIME ZONE 'UTC')::date, 'storage', coalesce(sum(bytes), 0) FROM member_storage
    ON CONFLICT (day, kind) DO UPDATE SET value = excluded.value`.execute(db);
}
