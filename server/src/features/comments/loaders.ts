import type { Comment } from '@afterhours/contract/comments';
import { sql } from 'kysely';
import type { Db } from '#db/pool.ts';
import { type CommentRow, toCommentView } from './views.ts';

/** The columns of a CommentRow over `c` (comments) and `u` (its author), as `viewerId` sees it. */
export const commentColumns = (viewerId: string | null) => sql`
  c.id AS comment_id, c.post_id, c.parent_id, c.comment, c.likes_count, c.replies_count, c.created_at, c.updated_at,
  u.id, u.first_name, u.last_name, u.username, u.image, u.profession, u.intro_details,
  EXISTS (SELECT 1 FROM comment_likes l WHERE l.comment_id = c.id AND l.user_id = ${viewerId}::uuid) AS liked`;

/** The first top-level comments of each post, oldest first; posts without are missing from the map. One statement. */
export async function loadFirstComments(
  db: Db,
  postIds: readonly string[],
  viewerId: string | null,
  limit: number,
): Promise<Map<string, Comment[]>> {
  const { rows } = await sql<CommentRow>`
    SELECT first.* FROM unnest(${postIds}::uuid[]) AS wanted(id)
    CROSS JOIN LATERAL (
      SELECT ${commentColumns(viewerId)}
      FROM comments c JOIN users u ON u.id = c.user_id
      WHERE c.post_id = wanted.id AND c.parent_id IS NULL
      ORDER BY c.id
      LIMIT ${limit}
    ) first
    ORDER BY first.comment_id`.execute(db);
  const comments = new Map<string, Comment[]>();
  for (const row of rows) {
    const held = comments.get(row.post_id);
    if (held) held.push(toCommentView(row));
    else comments.set(row.post_id, [toCommentView(row)]);
  }
  return comments;
}

export type CommentPlace = { userId: string; postId: string; parentId: string | null };

/** Whose comment it is and where it stands, or null. */
export async function loadCommentPlace(db: Db, commentId: string): Promise<CommentPlace | null> {
  const row = await db
    .selectFrom('comments')
    .select(['user_id', 'post_id', 'parent_id'])
    .where('id', '=', commentId)
    .executeTakeFirst();
  return row ? { userId: row.user_id, postId: row.post_id, parentId: row.parent_id } : null;
}
