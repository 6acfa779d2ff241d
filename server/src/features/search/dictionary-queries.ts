import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';

const POSTS_AT_A_TIME = 2_000;

/** Adds the words of one batch of posts published since the last run to the dictionary. */
export async function insertPostWords(db: Db): Promise<void> {
  await sql`
    WITH progress AS (SELECT last_post_id FROM search_progress FOR UPDATE),
    fresh AS (
      SELECT p.id, p.words FROM posts p WHERE p.id > (SELECT last_post_id FROM progress)
      ORDER BY p.id LIMIT ${POSTS_AT_A_TIME}
    ),
    learnt AS (
      INSERT INTO search_dictionary
      SELECT DISTINCT word FROM fresh CROSS JOIN LATERAL unnest(tsvector_to_array(words)) word
      WHERE length(word) BETWEEN 4 AND 30 AND word !~ '[0-9/@.]' ORDER BY word
      ON CONFLICT DO NOTHING
    )
    UPDATE search_progress SET last_post_id = (SELECT max(id::text)::uuid FROM fresh) WHERE EXISTS (SELECT 1
      FROM fresh)`.execute(db);
}
