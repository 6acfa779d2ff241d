import { type Kysely, sql } from 'kysely';

/**
 * Who may see a profile and a post, and whether search engines may list what a member makes: not before the member has
 * been asked (`indexable` is null until then).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE users
      ADD COLUMN visibility text NOT NULL DEFAULT 'public' CHECK (visibility IN ('public', 'members')),
      ADD COLUMN indexable boolean`.execute(db);
  await sql`
    ALTER TABLE posts
      ADD COLUMN visibility text NOT NULL DEFAULT 'public'
        CHECK (visibility IN ('public', 'members', 'connections'))`.execute(db);
}
