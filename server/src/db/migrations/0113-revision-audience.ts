import { type Kysely, sql } from 'kysely';

/** Whom a former version of a post was for. Of versions that were kept before, this is not known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE post_revisions ADD COLUMN visibility text NOT NULL DEFAULT 'connections'
      CHECK (visibility IN ('public', 'members', 'connections'))`.execute(db);
}
