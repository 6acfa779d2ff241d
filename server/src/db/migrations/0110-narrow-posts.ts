import { type Kysely, sql } from 'kysely';

/** Finds the posts of a member that not everybody sees: for counts, and for an author's pages that differ by viewer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX posts_narrow ON posts (user_id, visibility)
    WHERE visibility <> 'public' AND hidden_by IS NULL`.execute(db);
}
