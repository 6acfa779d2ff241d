import { sql } from 'kysely';
import { hiddenLikesCount } from '#access/hidden-counts.ts';
import { likerVisible } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import { anyValue, prepareForViewer } from '#db/statements/prepared.ts';
import type { Viewer } from '#db/statements/viewers.ts';

/**
 * The database writes the JSON itself, because parsing and serializing it here would cost more than the rest of a post.
 */
const selectNewestLikes = prepareForViewer<{ ids: string; limit: number }, { id: string; likes: string }>(
  'newest-likes',
  ({ ids, limit }, viewer) => sql<{ id: string; likes: string }>`
    SELECT post.id, coalesce((
      SELECT '[' || string_agg('{"likeuser":' || row_to_json(likeuser)::text || '}', ',' ORDER BY n.created_at DESC,
        n.id DESC) || ']'
      FROM (
        SELECT u.id, u.first_name, u.last_name, u.image, l.created_at
        FROM post_likes l JOIN users u ON u.id = l.user_id
        WHERE l.post_id = post.id AND ${likerVisible(viewer, sql.ref('u.id'))}
        ORDER BY l.created_at DESC, l.user_id DESC
        LIMIT ${anyValue(sql`${limit}::integer`)}
      ) n
      CROSS JOIN LATERAL (
        SELECT n.id AS "_id", n.first_name AS "firstName", n.last_name AS "lastName", n.image
      ) likeuser
    ), '[]') AS likes
    FROM unnest(${ids}::uuid[]) AS post(id)`,
);

/** Returns the newest likes of each of these posts as the viewer sees them: JSON of a list of `likeEntry`. */
export async function loadNewestLikes(
  db: Db,
  postIds: readonly string[],
  viewer: Viewer,
  limit: number,
): Promise<Map<string, string>> {
  const rows = await selectNewestLikes(db, viewer, { ids: `{${postIds.join()}}`, limit });
  return new Map(rows.map(({ id, likes }) => [id, likes]));
}

/** Returns the exact number of a post's likes for this viewer; 0 if the post does not exist. */
export async function loadLikesCount(db: Db, postId: string, viewerId: Viewer): Promise<number> {
  const row = await db
    .selectFrom('posts')
    .select(sql<number>`likes_count - ${hiddenLikesCount(viewerId, sql.ref('posts.id'))}`.as('count'))
    .where('id', '=', postId)
    .executeTakeFirst();
  return row?.count ?? 0;
}
