import { type Kysely, sql } from 'kysely';

/**
 * What saved searches have found and their members were not told of yet. One newest job was not enough: when it was
 * deleted, closed or hidden before, those found earlier were lost with it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE saved_search_jobs (
      search_id uuid NOT NULL REFERENCES saved_searches ON DELETE CASCADE,
      post_id uuid NOT NULL REFERENCES posts ON DELETE CASCADE,
      PRIMARY KEY (search_id, post_id)
    )`.execute(db);
  await sql`CREATE INDEX saved_search_jobs_post ON saved_search_jobs (post_id)`.execute(db);
}
