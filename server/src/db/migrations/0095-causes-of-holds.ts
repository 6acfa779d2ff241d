import { type Kysely, sql } from 'kysely';

/** Why the automation holds something, whatever the language of the rule that its author reads. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE decisions ADD COLUMN cause text CHECK (cause IN ('filter', 'reports'))`.execute(db);
}
