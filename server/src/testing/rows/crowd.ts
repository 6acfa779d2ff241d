import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';

/** Inserts so many members, who cannot sign in, and lets them follow a member. Returns their ids. */
export async function insertFollowers(db: Db, userId: string, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH crowd AS (
      INSERT INTO users (id, email, username, first_name, last_name)
      SELECT id, id || '@crowd.example', 'crowd.' || id, 'One', 'Ofmany'
      FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, ${count}::integer)) new
      RETURNING id
    ), followed AS (
      INSERT INTO follows (id, follower_id, followed_id) SELECT gen_random_uuid(), id, ${userId}::uuid FROM crowd
    )
    SELECT id FROM crowd`.execute(db);
  return rows.map(({ id }) => id);
}
