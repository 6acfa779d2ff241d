import type { Comment } from '@afterhours/contract/posts/comments';
import { type RawBuilder, sql } from 'kysely';
import { hiddenCommentLikesCount, hiddenCommentsCount, hiddenRepliesCount } from '#access/hidden-counts.ts';
import { commentVisible, heldRule, memberVisible } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import { prepareForViewer } from '#db/statements/prepared.ts';
import { isOneMember, type Viewer } from '#db/statements/viewers.ts';
import { MENTIONED_ID, mentionsJson } from '#features/mentions/loaders.ts';
import { personColumns } from '#features/people/loaders.ts';
import { type CommentRow, toCommentView, toSharedComment } from './views.ts';

/** SQL for the columns of a CommentRow, from `c` (comments) and `u` (its author), as `viewerId` sees it. */
export const commentColumns = (viewerId: Viewer) => sql`
  c.id AS comment_id, c.post_id, c.parent_id, c.comment,
  c.likes_count - ${hiddenCommentLikesCount(viewerId)} AS likes_count,
  c.replies_count - ${hiddenRepliesCount(viewerId)} AS replies_count, c.created_at, c.updated_at,
  ${heldRule('c')} AS held_rule, c.label,
  ${mentionsJson('comment', sql.ref('c.id'), sql.ref('c.comment'), memberVisible(viewerId, MENTIONED_ID))} AS mentions,
  u.id, ${personColumns},
  EXISTS (SELECT 1 FROM comment_likes l WHERE l.comment_id = c.id
    AND l.user_id = ${isOneMember(viewerId) ? viewerId : null}::uuid) AS liked`;

/** A comment row as PostgreSQL writes it in JSON. */
export type CommentJson = Omit<CommentRow, 'created_at' | 'updated_at'> & { created_at: string; updated_at: string };

/**
 * SQL for the first top-level comments of the post with the id `postId` (SQL), as the viewer sees them; null if there
 * are none.
 */
export const firstCommentsJson = (
  postId: RawBuilder<unknown>,
  viewerId: Viewer,
  limit: number,
): RawBuilder<CommentJson[] | null> => sql`(
    SELECT json_agg(first) FROM (
      SELECT ${commentColumns(viewerId)} FROM comments c JOIN users u ON u.id = c.user_id
      WHERE c.post_id = ${postId} AND c.parent_id IS NULL AND ${commentVisible(viewerId)}
      ORDER BY c.id LIMIT ${sql.lit(limit)}
    ) first
  )`;

/** Returns the part of a comment that is the same for everyone. */
export const fromCommentJson = (row: CommentJson): Omit<Comment, 'commentLiked'> =>
  toSharedComment({ ...row, created_at: new Date(row.created_at), updated_at: new Date(row.updated_at) });

/** Returns one comment as the viewer sees it, or null if they cannot see it. */
export async function loadComment(db: Db, commentId: string, viewerId: Viewer): Promise<Comment | null> {
  const { rows } = await sql<CommentRow>`
    SELECT ${commentColumns(viewerId)} FROM comments c JOIN users u ON u.id = c.user_id
    WHERE c.id = ${commentId}::uuid AND ${commentVisible(viewerId)}`.execute(db);
  return rows[0] ? toCommentView(rows[0]) : null;
}

const selectCount = prepareForViewer<{ postId: string }, { count: number }>(
  'comments-count',
  ({ postId }, viewer) => sql<{ count: number }>`
    SELECT p.comments_count - ${hiddenCommentsCount(viewer, sql.ref('p.id'))} AS count FROM posts p
    WHERE p.id = ${postId}::uuid`,
);

/** Returns the number of a post's comments and replies for this viewer; 0 if the post does not exist. */
export async function loadCommentsCount(db: Db, postId: string, viewer: Viewer): Promise<number> {
  const [row] = await selectCount(db, viewer, { postId });
  return row?.count ?? 0;
}
