import { type Kysely, sql } from 'kysely';

/** The parts of the sitemap: each has the ids from its first one up to that of the next part. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE sitemap_parts (
      kind text NOT NULL CHECK (kind IN ('posts', 'members')),
      number integer NOT NULL CHECK (number > 0),
      first_id uuid NOT NULL,
      PRIMARY KEY (kind, number)
    )`.execute(db);
}
