import { type Kysely, sql } from 'kysely';

/** Suggestions while a tag is being typed: by beginning, whatever the collation of the database. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX hashtags_prefix ON hashtags (slug text_pattern_ops)`.execute(db);
}
