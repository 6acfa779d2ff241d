import { type Kysely, sql } from 'kysely';

/*
 * Figures of days for the overview of owners, counted by a job: what a large community could not count while somebody
 * waits. Beside them what the operator's commands report, and the addresses that have refused a mail, as hashes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `CREATE TABLE daily_figures (
       day date NOT NULL,
       kind text NOT NULL,
       value bigint NOT NULL,
       PRIMARY KEY (day, kind)
     )`,
    `CREATE TABLE operator_reports (
       kind text NOT NULL,
       name text NOT NULL,
       report jsonb NOT NULL,
       made_at timestamptz(3) NOT NULL DEFAULT now(),
       PRIMARY KEY (kind, name)
     )`,
    'CREATE TABLE mail_refusals (address_hash bytea PRIMARY KEY, refused_at timestamptz(3) NOT NULL)',
    'CREATE INDEX mail_refusals_age ON mail_refusals (refused_at)',
  ])
    await sql.raw(statement).execute(db);
}
