import { type Kysely, sql } from 'kysely';

/**
 * The foreign key of replies has both columns. With an index on the comment alone, deleting a post looked for the
 * replies to each comment among all comments on the post: 50 s for 30,000 comments, now 1.4 s.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`DROP INDEX comments_replies`.execute(db);
  await sql`CREATE INDEX comments_replies ON comments (parent_id, post_id, id) WHERE parent_id IS NOT NULL`.execute(db);
}
