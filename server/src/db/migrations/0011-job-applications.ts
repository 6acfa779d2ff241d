import { type Kysely, sql } from 'kysely';

/** One application a member and job, whatever becomes of the message that brought it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE job_applications (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      post_id uuid NOT NULL REFERENCES posts ON DELETE CASCADE,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      UNIQUE (user_id, post_id)
    )`.execute(db);
  await sql`CREATE INDEX job_applications_post ON job_applications (post_id)`.execute(db);
}
