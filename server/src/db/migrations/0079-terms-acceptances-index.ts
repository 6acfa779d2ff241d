import { type Kysely, sql } from 'kysely';

/** A version of the terms finds who has accepted it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX terms_acceptances_version ON terms_acceptances (version)`.execute(db);
}
