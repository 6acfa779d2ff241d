/** The statements that load posts into memory (`recent-posts.ts`). */
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';

export type AuthorRow = { id: string; user_id: string };

/** Returns posts above an id, up to and including another, lowest first. */
export async function selectPostsAbove(db: Db, above: string, upTo: string, limit: number): Promise<AuthorRow[]> {
  const { rows } = await sql<AuthorRow>`SELECT id, user_id FROM posts
    WHERE id > ${above}::uuid AND id <= ${upTo}::uuid ORDER BY id LIMIT ${limit}`.execute(db);
  return rows;
}

/** Returns posts up to and including an id, highest first. */
export async function selectPostsUpTo(db: Db, upTo: string, limit: number): Promise<AuthorRow[]> {
  const { rows } = await sql<AuthorRow>`SELECT id, user_id FROM posts
    WHERE id <= ${upTo}::uuid ORDER BY id DESC LIMIT ${limit}`.execute(db);
  return rows;
}
