import { type RawBuilder, sql } from 'kysely';
import { hiddenCommentLikesCount, hiddenLikesCount } from '#access/hidden-counts.ts';
import { likerVisible, postVisible } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import { toTime } from '#db/statements/json-rows.ts';
import type { CursorKey, PageStart } from '#db/statements/keyset.ts';
import { anyValue, prepare } from '#db/statements/prepared.ts';
import { forgetStored } from '#db/statements/put-away.ts';
import type { LikeRow } from './views.ts';

/** Adds a like; returns false if it already existed. */
export async function insertCommentLike(db: Db, commentId: string, userId: string): Promise<boolean> {
  const inserted = await db
    .insertInto('comment_likes')
    .values({ comment_id: commentId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Deletes a like; returns false if there was none. */
export async function deleteCommentLike(db: Db, commentId: string, userId: string): Promise<boolean> {
  await forgetStored(db, 'comment_likes', userId, commentId);
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
/** A row of the list. The time is in the form that `toTime` parses. */
export type LikePageRow = LikeRow & { created_at: string };
export const likeKey = (row: LikePageRow): CursorKey => [toTime(row.created_at), row.id];

type LikesPage = { total: number; rows: LikePageRow[] | null };
type PageArguments = { postId: string; viewerId: string | null; limit: number; offset: number };

const pageSql = ({ postId, viewerId, limit, offset }: PageArguments, after: RawBuilder<unknown>) => sql<LikesPage>`
  SELECT p.likes_count - ${hiddenLikesCount(viewerId, sql.ref('p.id'))} AS total,
    (SELECT json_agg(row) FROM (
      SELECT u.id, u.first_name, u.last_name, u.image, l.created_at
      FROM (
        SELECT l.user_id, l.created_at FROM post_likes l
        WHERE l.post_id = p.id AND ${likerVisible(viewerId, sql.ref('l.user_id'))} AND ${after}
        ORDER BY l.created_at DESC, l.user_id DESC LIMIT ${anyValue(sql`${limit}::integer`)}
          OFFSET ${anyValue(sql`${offset}::integer`)}
      ) l JOIN users u ON u.id = l.user_id
      ORDER BY l.created_at DESC, l.user_id DESC
    ) row) AS rows
  FROM posts p WHERE p.id = ${anyValue(sql`${postId}::uuid`)} AND ${postVisible(viewerId)}`;

const olderThan = (time: unknown, id: unknown): RawBuilder<unknown> =>
  sql`(l.created_at, l.user_id) < (${time}::timestamptz, ${id}::uuid)`;

type ByMember = Omit<PageArguments, 'viewerId'> & { viewerId: string };

/** Selects the first page of the list for members, by far the most requested one. */
const selectFirst = prepare<ByMember, LikesPage>('likes-first', (args) => pageSql(args, sql`TRUE`));
const selectFurther = prepare<ByMember & { time: string; id: string }, LikesPage>('likes-further', (args) =>
  pageSql(args, olderThan(args.time, args.id)),
);

async function selectPage(db: Db, { viewerId, ...args }: PageArguments, after: CursorKey | null): Promise<LikesPage[]> {
  const [time, id] = after ?? [];
  if (viewerId === null)
    return (await pageSql({ ...args, viewerId }, after ? olderThan(time, id) : sql`TRUE`).execute(db)).rows;
  if (!after) return selectFirst(db, { ...args, viewerId });
  return selectFurther(db, { ...args, viewerId, time: String(time), id: String(id) });
}

/**
 * Returns one page, and one row more, of the members who like a post, newest first, and the total number of likes that
 * the viewer sees; undefined if the post is not visible to them. Takes one statement.
 */
export async function selectPostLikes(
  db: Db,
  postId: string,
  viewerId: string | null,
  { limit, offset, after }: PageStart,
): Promise<{ total: number; rows: LikePageRow[] } | undefined> {
  const [page] = await selectPage(db, { postId, viewerId, limit: limit + 1, offset }, after);
  return page && { total: page.total, rows: page.rows ?? [] };
}
