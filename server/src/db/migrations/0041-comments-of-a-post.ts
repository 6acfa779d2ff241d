import { type Kysely, sql } from 'kysely';

/*
 * A post that is deleted takes its comments along, replies as well, which no index of `post_id` held: each deletion
 * read the comments of everybody.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX comments_post ON comments (post_id)`.execute(db);
}
