import { type Kysely, sql } from 'kysely';

/** The addresses at which calendars read a member's webinars: of each only the hash of its token. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE calendar_feeds (
      user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      token_hash bytea NOT NULL UNIQUE,
      created_at timestamptz(3) NOT NULL DEFAULT now()
    )`.execute(db);
}
