import { sql } from 'kysely';
import { type CursorKey, type PageStart } from '#db/keyset.ts';
import type { Db } from '#db/pool.ts';
import { hiddenCommentLikesCount, memberVisible } from '#features/moderation/loaders.ts';
import type { LikeRow } from './views.ts';

/** Adds a like; false when it was there. */
export async function insertCommentLike(db: Db, commentId: string, userId: string): Promise<boolean> {
  const inserted = await db
    .insertInto('comment_likes')
    .values({ comment_id: commentId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Takes a like away; false when there was none. */
export async function deleteCommentLike(db: Db, commentId: string, userId: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('comment_likes')
    .where('comment_id', '=', commentId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

export async function selectCommentLikesCount(db: Db, commentId: string, viewerId: string): Promise<number> {
  const row = await db
    .selectFrom('comments as c')
    .select(sql<number>`c.likes_count - ${hiddenCommentLikesCount(viewerId)}`.as('count'))
    .where('c.id', '=', commentId)
    .executeTakeFirst();
  return row?.count ?? 0;
}

export const LIKES_LIST = 'likes';
export type LikePageRow = LikeRow & { created_at: Date };
export const likeKey = (row: LikePageRow): CursorKey => [row.created_at.toISOString(), row.id];

/** One page (and one row more) of who likes a post, newest first. */
export function selectPostLikes(
  db: Db,
  postId: string,
  viewerId: string | null,
  start: PageStart,
): Promise<LikePageRow[]> {
  let query = db
    .selectFrom('post_likes')
    .innerJoin('users', 'users.id', 'post_likes.user_id')
    .select(['users.id', 'users.first_name', 'users.last_name', 'users.image', 'post_likes.created_at'])
    .where('post_likes.post_id', '=', postId)
    .where(memberVisible(viewerId, sql.ref('users.id')))
    .orderBy('post_likes.created_at', 'desc')
    .orderBy('post_likes.user_id', 'desc')
    .limit(start.limit + 1)
    .offset(start.offset);
  if (start.after) {
    const [time, id] = start.after;
    query = query.where(
      sql<boolean>`(post_likes.created_at, post_likes.user_id) < (${time}::timestamptz, ${id}::uuid)`,
    );
  }
  return query.execute();
}
