import { type Kysely, sql } from 'kysely';

/** The links of a profile, in the order of `position`; all of a member are replaced at once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE profile_links (
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      position smallint NOT NULL,
      label text NOT NULL,
      url text NOT NULL,
      PRIMARY KEY (user_id, position)
    )`.execute(db);
}
