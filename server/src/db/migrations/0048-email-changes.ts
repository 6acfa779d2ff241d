import { type Kysely, sql } from 'kysely';

/** An address that a member wants instead of theirs, and the hash of the code that was mailed to it; one a member. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE email_changes (
      user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      new_email text NOT NULL CHECK (new_email = lower(new_email)),
      code_hash bytea NOT NULL,
      tries_left integer NOT NULL,
      expires_at timestamptz(3) NOT NULL
    )`.execute(db);
  await sql`CREATE INDEX email_changes_expiry ON email_changes (expires_at)`.execute(db);
}
