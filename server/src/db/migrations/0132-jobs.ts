import { type Kysely, sql } from 'kysely';

/** The terms of jobs. Posts from before, and of clients that know none, have no row here: only texts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE jobs (
      post_id uuid PRIMARY KEY REFERENCES posts ON DELETE CASCADE,
      employment text NOT NULL
        CHECK (employment IN ('full-time', 'part-time', 'contract', 'temporary', 'internship', 'volunteer')),
      place text,
      remote text CHECK (remote IN ('none', 'hybrid', 'full')),
      countries text[] NOT NULL DEFAULT '{}',
      pay_min numeric(11, 2),
      pay_max numeric(11, 2),
      pay_currency text,
      pay_period text CHECK (pay_period IN ('hour', 'day', 'month', 'year', 'project')),
      unpaid text CHECK (unpaid IN ('unpaid', 'equity')),
      vacancy boolean,
      ai_screening boolean,
      apply_until date,
      CHECK (pay_max >= pay_min),
      CHECK (num_nulls(pay_min, pay_max, pay_currency, pay_period) IN (0, 4)),
      CHECK (unpaid IS NULL OR pay_min IS NULL)
    )`.execute(db);
}
