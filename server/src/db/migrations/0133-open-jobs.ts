import { type Kysely, sql } from 'kysely';

/**
 * Closed jobs, and until when the open ones are. Jobs from before have no row in `open_jobs` and stay open until they
 * are closed. `open_until` is the end of the thirty days, `expires_at` that or the last day for applications.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE posts ADD COLUMN closed_at timestamptz, ADD COLUMN close_reason text`.execute(db);
  await sql`CREATE INDEX posts_open_jobs ON posts (id DESC) WHERE post_type = 'job' AND closed_at IS NULL`.execute(db);
  await sql`
    CREATE TABLE open_jobs (
      post_id uuid PRIMARY KEY REFERENCES posts ON DELETE CASCADE,
      open_until timestamptz NOT NULL,
      expires_at timestamptz NOT NULL,
      renewals smallint NOT NULL DEFAULT 0,
      reminded boolean NOT NULL DEFAULT false,
      CHECK (expires_at <= open_until)
    )`.execute(db);
  await sql`CREATE INDEX open_jobs_due ON open_jobs (expires_at)`.execute(db);
  await sql`CREATE INDEX open_jobs_unreminded ON open_jobs (expires_at) WHERE NOT reminded`.execute(db);
}
