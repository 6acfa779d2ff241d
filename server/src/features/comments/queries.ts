import { postMessages } from '@afterhours/contract/posts/posts';
import { sql } from 'kysely';
import { hiddenRepliesCount, hiddenThreadsCount } from '#access/hidden-counts.ts';
import { commentVisible, postVisible } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import type { CursorKey, PageStart } from '#db/statements/keyset.ts';
import { prepare } from '#db/statements/prepared.ts';
import { notFound } from '#http/errors/errors.ts';
import { commentColumns } from './loaders.ts';
import type { CommentRow } from './views.ts';

export const COMMENTS_LIST = 'comments';
export const commentKey = (row: CommentRow): CursorKey => [row.comment_id];

/** Selects the first page of a post's comments, by far the most requested one. */
const selectFirstComments = prepare<{ postId: string; viewerId: string; rows: number }, CommentRow>(
  'comments-first',
  ({ postId, viewerId, rows }) => sql<CommentRow>`
    SELECT ${commentColumns(viewerId)} FROM comments c JOIN users u ON u.id = c.user_id
    WHERE c.post_id = ${postId}::uuid AND c.parent_id IS NULL AND ${commentVisible(viewerId)}
    ORDER BY c.id LIMIT ${rows}::integer`,
);

/** Returns one page, and one row more, of a post's top-level comments or of a comment's replies, oldest first. */
export async function selectCommentPage(
  db: Db,
  thread: { postId: string; parentId: string | null },
  viewerId: string | null,
  start: PageStart,
): Promise<CommentRow[]> {
  if (thread.parentId === null && viewerId !== null && start.after === null && start.offset === 0)
    return selectFirstComments(db, { postId: thread.postId, viewerId, rows: start.limit + 1 });
  const inThread = thread.parentId === null ? sql`c.parent_id IS NULL` : sql`c.parent_id = ${thread.parentId}::uuid`;
  const after = start.after ? sql`AND c.id > ${start.after[0]}::uuid` : sql``;
  const { rows } = await sql<CommentRow>`
    SELECT ${commentColumns(viewerId)} FROM comments c JOIN users u ON u.id = c.user_id
    WHERE c.post_id = ${thread.postId}::uuid AND ${inThread} AND ${commentVisible(viewerId)} ${after}
    ORDER BY c.id LIMIT ${start.limit + 1} OFFSET ${start.offset}`.execute(db);
  return rows;
}

export async function updateCommentText(db: Db, commentId: string, text: string): Promise<void> {
  await db.updateTable('comments').set({ comment: text, updated_at: sql`now()` }).where('id', '=', commentId).execute();
}

/** Deletes a comment; its replies are deleted by cascade. */
export async function deleteCommentRow(db: Db, commentId: string): Promise<boolean> {
  const deleted = await db.deleteFrom('comments').where('id', '=', commentId).executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

const threadsSql = (postId: string, viewerId: string | null) => sql<{ count: number }>`
  SELECT p.threads_count - ${hiddenThreadsCount(viewerId, sql.ref('p.id'))} AS count FROM posts p
  WHERE p.id = ${postId}::uuid AND ${postVisible(viewerId)}`;

const selectThreads = prepare<{ postId: string; viewerId: string }, { count: number }>(
  'threads-count',
  ({ postId, viewerId }) => threadsSql(postId, viewerId),
);

/** Returns the number of a post's top-level comments for this viewer; throws a 404 if they cannot see the post. */
export async function countThreads(db: Db, postId: string, viewerId: string | null): Promise<number> {
  const [row] =
    viewerId === null
      ? (await threadsSql(postId, null).execute(db)).rows
      : await selectThreads(db, { postId, viewerId });
  if (!row) throw notFound(postMessages.notFound);
  return row.count;
}

/** Returns the number of a comment's replies for this viewer; 0 if they cannot see the comment. */
export async function selectRepliesCount(db: Db, commentId: string, viewerId: string | null): Promise<number> {
  const row = await db
    .selectFrom('comments as c')
    .select(sql<number>`c.replies_count - ${hiddenRepliesCount(viewerId)}`.as('count'))
    .where('c.id', '=', commentId)
    .where(commentVisible(viewerId))
    .executeTakeFirst();
  return row?.count ?? 0;
}
