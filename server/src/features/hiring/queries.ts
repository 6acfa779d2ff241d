import type { Job } from '@afterhours/contract/jobs';
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { prepare } from '#db/statements/prepared.ts';
import { type JobRow, jobJson, toJobView } from './views.ts';

/** Terms of jobs as the database reads them from JSON. */
const toColumns = (postId: string, { pay, aiScreening, applyUntil, ...terms }: Job) => ({
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
      vacancy, ai_screening, apply_until)
    SELECT post_id, employment, place, remote, countries, pay_min, pay_max, pay_currency, pay_period, unpaid, vacancy,
      ai_screening, apply_until
    FROM json_to_recordset(${rows}::json) AS given(post_id uuid, employment text, place text, remote text,
      countries text[], pay_min numeric, pay_max numeric, pay_currency text, pay_period text, unpaid text,
      vacancy boolean, ai_screening boolean, apply_until date)
    ORDER BY post_id
    ON CONFLICT (post_id) DO UPDATE SET employment = excluded.employment, place = excluded.place,
      remote = excluded.remote, countries = excluded.countries, pay_min = excluded.pay_min, pay_max = excluded.pay_max,
      pay_currency = excluded.pay_currency, pay_period = excluded.pay_period, unpaid = excluded.unpaid,
      vacancy = excluded.vacancy, ai_screening = excluded.ai_screening, apply_until = excluded.apply_until`,
);

/** Stores the terms of jobs, those of a post in the place of what it had; nothing for posts without. */
export async function saveJobs(db: Db, posts: readonly { id: string; job: Job | null }[]): Promise<void> {
  const rows = posts.flatMap(({ id, job }) => (job ? [toColumns(id, job)] : []));
  if (rows.length > 0) await saveAll(db, { rows: JSON.stringify(rows) });
}

/** Returns the terms of a job; null for one that has none but texts. */
export async function selectJob(db: Db, postId: string): Promise<Job | null> {
  const { rows } = await sql<{ job: JobRow }>`
    SELECT ${jobJson('j')} AS job FROM jobs j WHERE j.post_id = ${postId}::uuid`.execute(db);
  return rows[0] ? toJobView(rows[0].job) : null;
}
