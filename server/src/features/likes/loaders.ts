import type { LikeEntry } from '@afterhours/contract/people';
import { type RawBuilder, sql } from 'kysely';
import { hiddenLikesCount, memberVisible } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import { type LikeRow, toLikeView } from './views.ts';

const newestSql = (postIds: readonly string[], viewerId: string | null, limit: number) => sql<
  LikeRow & { post_id: string }
>`
    SELECT wanted.id AS post_id, newest.id, newest.first_name, newest.last_name, newest.image
    FROM unnest(${postIds}::uuid[]) AS wanted(id)
    CROSS JOIN LATERAL (
      SELECT u.id, u.first_name, u.last_name, u.image, l.created_at
      FROM post_likes l JOIN users u ON u.id = l.user_id
      WHERE l.post_id = wanted.id AND ${memberVisible(viewerId)}
      ORDER BY l.created_at DESC, l.user_id DESC
      LIMIT ${limit}::integer
    ) newest
    ORDER BY newest.created_at DESC, newest.id DESC`;

/** Returns the newest likes of each post, at most `limit`; posts without likes are missing. One statement. */
export async function loadNewestLikes(
  db: Db,
  postIds: readonly string[],
  viewerId: string | null,
  limit: number,
): Promise<Map<string, LikeEntry[]>> {
  const { rows } = await newestSql(postIds, viewerId, limit).execute(db);
  const likes = new Map<string, LikeEntry[]>();
  for (const row of rows) {
    const list = likes.get(row.post_id);
    if (list) list.push(toLikeView(row));
    else likes.set(row.post_id, [toLikeView(row)]);
  }
  return likes;
}

/**
 * SQL: the newest likes of the post with the id `postId` (SQL) without a viewer, as the JSON text of a list (the
 * contract's `likeEntry`), null for none. The database writes the JSON itself: parsing and serializing it here would
 * cost more than the rest of a post.
 */
export const newestLikesText = (postId: RawBuilder<unknown>, limit: number): RawBuilder<string | null> => sql`(
    SELECT '[' || string_agg('{"likeuser":' || row_to_json(likeuser)::text || '}', ',' ORDER BY n.created_at DESC,
      n.id DESC) || ']'
    FROM (
      SELECT u.id, u.first_name, u.last_name, u.image, l.created_at
      FROM post_likes l JOIN users u ON u.id = l.user_id
      WHERE l.post_id = ${postId}
      ORDER BY l.created_at DESC, l.user_id DESC
      LIMIT ${sql.lit(limit)}
    ) n
    CROSS JOIN LATERAL (
      SELECT n.id AS "_id", n.first_name AS "firstName", n.last_name AS "lastName", n.image
    ) likeuser
  )`;

/** Returns the exact number of likes of a post, as this viewer sees them; 0 when the post is not visible. */
export async function loadLikesCount(db: Db, postId: string, viewerId: string | null): Promise<number> {
  const row = await db
    .selectFrom('posts')
    .select(sql<number>`likes_count - ${hiddenLikesCount(viewerId, sql.ref('posts.id'))}`.as('count'))
    .where('id', '=', postId)
    .executeTakeFirst();
  return row?.count ?? 0;
}
