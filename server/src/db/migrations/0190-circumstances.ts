import { type Kysely, sql } from 'kysely';

/** Switches, and causes of holds, that are about who publishes something and not about what it says. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `ALTER TABLE automation_switches ADD first_jobs boolean NOT NULL DEFAULT TRUE,
       ADD reported_hosts boolean NOT NULL DEFAULT TRUE`,
    'ALTER TABLE decisions DROP CONSTRAINT decisions_cause_check',
    `ALTER TABLE decisions ADD CONSTRAINT decisions_cause_check
       CHECK (cause IN ('filter', 'reports', 'first_job', 'reported_host'))`,
  ])
    await sql.raw(statement).execute(db);
}
