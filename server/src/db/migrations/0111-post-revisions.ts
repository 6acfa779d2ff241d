import { type Kysely, sql } from 'kysely';

/** What posts said before they were edited: version `seq`, which was written at `at`. The present one is the post. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE post_revisions (
      post_id uuid NOT NULL REFERENCES posts ON DELETE CASCADE,
      seq integer NOT NULL CHECK (seq > 0),
      at timestamptz NOT NULL,
      title text,
      description text NOT NULL,
      opening text,
      salary text,
      starts_at timestamptz,
      time_zone text,
      pictures text[] NOT NULL DEFAULT '{}',
      PRIMARY KEY (post_id, seq)
    )`.execute(db);
  await sql`ALTER TABLE posts ADD COLUMN edited_at timestamptz`.execute(db);
}
