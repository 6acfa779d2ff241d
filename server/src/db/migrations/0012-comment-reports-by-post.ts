import { type Kysely, sql } from 'kysely';

/** Who sees less of a post is asked with every comment on it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX comment_reports_post ON comment_reports (post_id)`.execute(db);
}
