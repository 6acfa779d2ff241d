import type { LikeEntry } from '@afterhours/contract/people';
import { sql } from 'kysely';
import type { Db } from '#db/pool.ts';
import { prepare } from '#db/prepared.ts';
import { hiddenLikesCount, memberVisible } from '#features/moderation/loaders.ts';
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

/** The same for nobody in particular, which is what most pages are made of. */
const selectSharedLikes = prepare<{ postIds: readonly string[]; limit: number }, LikeRow & { post_id: string }>(
  'newest-likes',
  ({ postIds, limit }) => newestSql(postIds, null, limit),
);

/** The newest likes of each post, at most `limit`; posts without likes are missing from the map. One statement. */
export async function loadNewestLikes(
  db: Db,
  postIds: readonly string[],
  viewerId: string | null,
  limit: number,
): Promise<Map<string, LikeEntry[]>> {
  const rows =
    viewerId === null
      ? await selectSharedLikes(db, { postIds, limit })
      : (await newestSql(postIds, viewerId, limit).execute(db)).rows;
  const likes = new Map<string, LikeEntry[]>();
  for (const row of rows) {
    const held = likes.get(row.post_id);
    if (held) held.push(toLikeView(row));
    else likes.set(row.post_id, [toLikeView(row)]);
  }
  return likes;
}

/** The exact number of likes of a post, as this viewer sees them; 0 when it is not there. */
export async function loadLikesCount(db: Db, postId: string, viewerId: string | null): Promise<number> {
  const row = await db
    .selectFrom('posts')
    .select(sql<number>`likes_count - ${hiddenLikesCount(viewerId, sql.ref('posts.id'))}`.as('count'))
    .where('id', '=', postId)
    .executeTakeFirst();
  return row?.count ?? 0;
}
