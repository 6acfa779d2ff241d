import { type RawBuilder, sql } from 'kysely';
import { hiddenLikesCount, likerVisible } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import type { Viewer } from '#db/statements/viewers.ts';

/**
 * SQL for the newest likes of the post with the id `postId` (SQL) as the viewer sees them: the JSON text of a list (the
 * contract's `likeEntry`), null if there are none. The database writes the JSON itself, because parsing and serializing
 * it here would cost more than the rest of a post.
 */
export const newestLikesText = (
  postId: RawBuilder<unknown>,
  viewerId: Viewer,
  limit: number,
): RawBuilder<string | null> => sql`(
    SELECT '[' || string_agg('{"likeuser":' || row_to_json(likeuser)::text || '}', ',' ORDER BY n.created_at DESC,
      n.id DESC) || ']'
    FROM (
      SELECT u.id, u.first_name, u.last_name, u.image, l.created_at
      FROM post_likes l JOIN users u ON u.id = l.user_id
      WHERE l.post_id = ${postId} AND ${likerVisible(viewerId, sql.ref('u.id'))}
      ORDER BY l.created_at DESC, l.user_id DESC
      LIMIT ${sql.lit(limit)}
    ) n
    CROSS JOIN LATERAL (
      SELECT n.id AS "_id", n.first_name AS "firstName", n.last_name AS "lastName", n.image
    ) likeuser
  )`;

/** Returns the exact number of a post's likes for this viewer; 0 if the post does not exist. */
export async function loadLikesCount(db: Db, postId: string, viewerId: Viewer): Promise<number> {
  const row = await db
    .selectFrom('posts')
    .select(sql<number>`likes_count - ${hiddenLikesCount(viewerId, sql.ref('posts.id'))}`.as('count'))
    .where('id', '=', postId)
    .executeTakeFirst();
  return row?.count ?? 0;
}
