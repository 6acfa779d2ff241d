import { type Kysely, sql } from 'kysely';

/** What members have written and not published; `version` counts its changes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE drafts (
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      client_id text NOT NULL,
      body jsonb NOT NULL,
      version integer NOT NULL CHECK (version > 0),
      updated_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (user_id, client_id)
    )`.execute(db);
  await sql`CREATE INDEX drafts_by_age ON drafts (updated_at)`.execute(db);
}
