/** Queries for the members whose unread count changes when a post, a comment or a member is deleted. */
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';

/** Returns the ids of members with unread notifications that are deleted together with this post. */
export async function selectUnreadOfPost(db: Db, postId: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    SELECT DISTINCT user_id FROM notifications WHERE post_id = ${postId}::uuid AND read_at IS NULL`.execute(db);
  return rows.map((row) => row.user_id);
}

/** Returns the ids of members with unread notifications that are deleted together with this comment and its replies. */
export async function selectUnreadOfComment(db: Db, commentId: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    SELECT DISTINCT user_id FROM notifications WHERE read_at IS NULL AND comment_id IN (
      SELECT id FROM comments WHERE ${commentId}::uuid IN (id, parent_id)
    )`.execute(db);
  return rows.map((row) => row.user_id);
}

/**
 * Returns the ids of members with unread notifications that are deleted or changed when this member's account, posts
 * and comments go.
 */
export async function selectUnreadOfMember(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    WITH theirs AS (SELECT id FROM comments WHERE user_id = ${userId}::uuid)
    SELECT user_id FROM notifications WHERE read_at IS NULL AND user_id <> ${userId}::uuid AND (
      id IN (SELECT notification_id FROM notification_actors WHERE actor_id = ${userId}::uuid)
      OR post_id IN (SELECT id FROM posts WHERE user_id = ${userId}::uuid)
      OR comment_id IN (SELECT id FROM theirs UNION SELECT id FROM comments WHERE parent_id IN (SELECT id FROM theirs))
    ) GROUP BY user_id`.execute(db);
  return rows.map((row) => row.user_id);
}
