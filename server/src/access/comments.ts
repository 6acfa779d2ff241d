/** Looks up the comments that a viewer may see, for commands. */
import type { Db } from '#db/connection/pool.ts';
import { commentVisible } from './visibility.ts';

type VisibleComment = { userId: string; postId: string; parentId: string | null; held: boolean };

/** Returns a comment's author and post; null if this viewer may not see the comment. */
export async function loadVisibleComment(
  db: Db,
  viewerId: string | null,
  commentId: string,
): Promise<VisibleComment | null> {
  const row = await db
    .selectFrom('comments as c')
    .select(['c.user_id', 'c.post_id', 'c.parent_id', 'c.held'])
    .where('c.id', '=', commentId)
    .where(commentVisible(viewerId))
    .executeTakeFirst();
  return row ? { userId: row.user_id, postId: row.post_id, parentId: row.parent_id, held: row.held } : null;
}
