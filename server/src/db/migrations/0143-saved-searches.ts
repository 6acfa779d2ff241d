import { type Kysely, sql } from 'kysely';

/**
 * Saved searches for jobs. Each is found by one key, that of its filters which fits the fewest jobs; a new job looks up
 * its own keys and compares no other search. `notify_at` is when its member is told of what it has found.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE saved_searches (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      query jsonb NOT NULL,
      cadence text NOT NULL CHECK (cadence IN ('instant', 'daily', 'weekly')),
      key text NOT NULL,
      terms text,
      notify_at timestamptz(3),
      notified_at timestamptz(3),
      newest_post_id uuid REFERENCES posts ON DELETE SET NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now()
    )`.execute(db);
  await sql`CREATE INDEX saved_searches_key ON saved_searches (key)`.execute(db);
  await sql`CREATE UNIQUE INDEX saved_searches_once ON saved_searches (user_id, md5(query::text))`.execute(db);
  await sql`CREATE INDEX saved_searches_own ON saved_searches (user_id, id DESC)`.execute(db);
  await sql`CREATE INDEX saved_searches_due ON saved_searches (notify_at) WHERE notify_at IS NOT NULL`.execute(db);
  await sql`CREATE INDEX saved_searches_newest ON saved_searches (newest_post_id)
    WHERE newest_post_id IS NOT NULL`.execute(db);
  // Jobs from before are not new.
  await sql`ALTER TABLE open_jobs ADD COLUMN matched boolean NOT NULL DEFAULT TRUE`.execute(db);
  await sql`ALTER TABLE open_jobs ALTER COLUMN matched SET DEFAULT FALSE`.execute(db);
}
