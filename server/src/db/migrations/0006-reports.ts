import { type Kysely, sql } from 'kysely';

/** The unique keys are also how a list finds out what its reader no longer wants to see. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE post_reports (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      post_id uuid NOT NULL REFERENCES posts ON DELETE CASCADE,
      reason text,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      UNIQUE (user_id, post_id)
    )`.execute(db);
  await sql`CREATE INDEX post_reports_post ON post_reports (post_id)`.execute(db);
  await sql`
    CREATE TABLE comment_reports (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      comment_id uuid NOT NULL,
      post_id uuid NOT NULL,
      reason text,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      UNIQUE (user_id, comment_id),
      FOREIGN KEY (comment_id, post_id) REFERENCES comments (id, post_id) ON DELETE CASCADE
    )`.execute(db);
  await sql`CREATE INDEX comment_reports_comment ON comment_reports (comment_id)`.execute(db);
  await sql`CREATE INDEX comment_reports_hidden ON comment_reports (user_id, post_id)`.execute(db);
}
