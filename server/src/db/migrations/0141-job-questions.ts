import { type Kysely, sql } from 'kysely';

/** What applicants to a job are asked, in order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE jobs ADD COLUMN questions jsonb NOT NULL DEFAULT '[]'`.execute(db);
}
