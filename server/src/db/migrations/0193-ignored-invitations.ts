import { type Kysely, sql } from 'kysely';

/** Invitations that were withdrawn after they had been ignored: until then, another one is ignored, too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE ignored_invitations (
      from_user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      to_user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      until timestamptz(3) NOT NULL,
      PRIMARY KEY (from_user_id, to_user_id)
    )`.execute(db);
  await sql`CREATE INDEX ignored_invitations_to ON ignored_invitations (to_user_id)`.execute(db);
}
