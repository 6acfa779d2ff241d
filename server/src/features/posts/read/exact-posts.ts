/**
 * Loads exact posts by id as one viewer sees them. Six statements whatever the number of posts: the posts with their
 * authors, attachments, newest likes, first comments, and the viewer's state and payments.
 */
import { COMMENTS_SHOWN } from '@afterhours/contract/comments';
import type { PostPayment } from '@afterhours/contract/payments';
import { LIKES_SHOWN, type Post } from '@afterhours/contract/posts';
import { sql } from 'kysely';
import { hiddenCommentsCount, hiddenLikesCount, postVisible } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import { loadFirstComments } from '#features/comments/loaders.ts';
import { loadNewestLikes } from '#features/likes/loaders.ts';
import {
  type AttachmentRow,
  type PostParts,
  type PostRow,
  toAttachmentView,
  toPostView,
  untouched,
  type ViewerState,
} from '../views.ts';
import { attachmentColumns, postColumns } from './columns.ts';
import { loadPaymentsByPostIds } from './payments.ts';

async function selectPosts(db: Db, ids: readonly string[], viewerId: string | null): Promise<PostRow[]> {
  const { rows } = await sql<PostRow>`
    SELECT ${postColumns} FROM posts p JOIN users u ON u.id = p.user_id
    WHERE p.id = ANY(${ids}::uuid[]) AND ${postVisible(viewerId)}`.execute(db);
  return rows;
}

async function selectAttachments(db: Db, ids: readonly string[]): Promise<Map<string, AttachmentRow[]>> {
  const { rows } = await sql<AttachmentRow>`
    SELECT ${attachmentColumns} FROM post_attachments a WHERE a.post_id = ANY(${ids}::uuid[])
    ORDER BY a.post_id, a.position`.execute(db);
  return Map.groupBy(rows, (row) => row.post_id);
}

type ViewerStateRow = {
  id: string;
  liked: boolean;
  bookmark_id: string | null;
  rating: number | null;
  hidden_comments: number;
  hidden_likes: number;
  applied: boolean;
};

async function selectViewerStates(db: Db, ids: readonly string[], viewerId: string): Promise<Map<string, ViewerState>> {
  const { rows } = await sql<ViewerStateRow>`
    SELECT wanted.id, l.user_id IS NOT NULL AS liked, b.id AS bookmark_id, r.rating, a.id IS NOT NULL AS applied,
      ${hiddenCommentsCount(viewerId, sql.ref('wanted.id'))} AS hidden_comments,
      ${hiddenLikesCount(viewerId, sql.ref('wanted.id'))} AS hidden_likes
    FROM unnest(${ids}::uuid[]) AS wanted(id)
    LEFT JOIN post_likes l ON l.post_id = wanted.id AND l.user_id = ${viewerId}::uuid
    LEFT JOIN bookmarks b ON b.post_id = wanted.id AND b.user_id = ${viewerId}::uuid
    LEFT JOIN ratings r ON r.post_id = wanted.id AND r.user_id = ${viewerId}::uuid
    LEFT JOIN job_applications a ON a.post_id = wanted.id AND a.user_id = ${viewerId}::uuid`.execute(db);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        liked: row.liked,
        bookmarkId: row.bookmark_id,
        rating: row.rating ?? 0,
        hiddenComments: row.hidden_comments,
        hiddenLikes: row.hidden_likes,
        applied: row.applied,
      },
    ]),
  );
}

/** Loads the rows that a viewer sees of posts, in the order of `ids`, without invisible posts. */
async function loadParts(db: Db, ids: readonly string[], viewerId: string | null): Promise<PostParts[]> {
  const [rows, attachments, likes, comments, states, payments] = await Promise.all([
    selectPosts(db, ids, viewerId),
    selectAttachments(db, ids),
    loadNewestLikes(db, ids, viewerId, LIKES_SHOWN),
    loadFirstComments(db, ids, viewerId, COMMENTS_SHOWN),
    viewerId === null ? new Map<string, ViewerState>() : selectViewerStates(db, ids, viewerId),
    viewerId === null ? new Map<string, PostPayment>() : loadPaymentsByPostIds(db, viewerId, ids),
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    return {
      row,
      attachments: (attachments.get(id) ?? []).map(toAttachmentView),
      likes: likes.get(id) ?? [],
      comments: comments.get(id) ?? [],
      state: states.get(id) ?? untouched,
      payment: payments.get(id) ?? null,
    };
  });
}

/** Returns posts in the order of `ids`, without invisible ones. */
export async function loadPostsByIds(db: Db, ids: readonly string[], viewerId: string | null): Promise<Post[]> {
  if (ids.length === 0) return [];
  return (await loadParts(db, ids, viewerId)).map((parts) => toPostView(parts, viewerId));
}
