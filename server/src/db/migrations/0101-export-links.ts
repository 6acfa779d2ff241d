import { type Kysely, sql } from 'kysely';

/** Mailed links to a copy of a member's data, as hashes: one for each member. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE export_links (
      user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      token_hash bytea NOT NULL UNIQUE,
      downloads_left integer NOT NULL CHECK (downloads_left >= 0),
      expires_at timestamptz(3) NOT NULL
    )`.execute(db);
  await sql`CREATE INDEX export_links_expiry ON export_links (expires_at)`.execute(db);
}
