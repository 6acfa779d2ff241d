import { type Kysely, sql } from 'kysely';

/** Mailed links that sign in, as hashes: each works once, in the browser that asked for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE sign_in_links (
      token_hash bytea PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      device_hash bytea NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      expires_at timestamptz(3) NOT NULL
    )`.execute(db);
  await sql`CREATE INDEX sign_in_links_user ON sign_in_links (user_id, created_at)`.execute(db);
  await sql`CREATE INDEX sign_in_links_expiry ON sign_in_links (expires_at)`.execute(db);
}
