/**
 * Posts by id, whole, as one viewer sees them. Six statements whatever the number of posts: the posts with their
 * authors, attachments, newest likes, first comments, and what the viewer has done with and paid for each.
 */
import { COMMENTS_SHOWN } from '@afterhours/contract/comments';
import type { PostPayment } from '@afterhours/contract/payments';
import type { LikeEntry } from '@afterhours/contract/people';
import { LIKES_SHOWN, type Post } from '@afterhours/contract/posts';
import { sql } from 'kysely';
import type { Db } from '#db/pool.ts';
import { prepare } from '#db/prepared.ts';
import { loadFirstComments } from '#features/comments/loaders.ts';
import { loadNewestLikes, loadNewestLikesTexts } from '#features/likes/loaders.ts';
import { hiddenCommentsCount, hiddenLikesCount, postVisible } from '#features/moderation/loaders.ts';
import { loadPaymentsByPostIds } from '#features/payments/loaders.ts';
import {
  type AttachmentRow,
  type PostParts,
  type PostRow,
  toAttachmentView,
  toPostView,
  untouched,
  type ViewerState,
} from './views.ts';

const postsSql = (ids: readonly string[], viewerId: string | null) => sql<PostRow>`
    SELECT p.id, p.user_id, p.post_type, p.title, p.description, p.opening, p.salary, p.link, p.starts_at, p.time_zone, p.hashtags,
      p.likes_count, p.comments_count, p.ratings_count, p.ratings_sum, p.created_at, p.updated_at,
      u.first_name, u.last_name, u.username, u.image, u.profession, u.intro_details,
      u.notify_message, u.notify_like, u.notify_comment
    FROM posts p JOIN users u ON u.id = p.user_id
    WHERE p.id = ANY(${ids}::uuid[]) AND ${postVisible(viewerId)}`;

/** The same for nobody in particular, which is what most pages are made of. */
const selectSharedPosts = prepare<{ ids: readonly string[] }, PostRow>('shared-posts', ({ ids }) =>
  postsSql(ids, null),
);

const selectPosts = async (db: Db, ids: readonly string[], viewerId: string | null): Promise<PostRow[]> =>
  viewerId === null ? selectSharedPosts(db, { ids }) : (await postsSql(ids, viewerId).execute(db)).rows;

const selectAttachmentRows = prepare<{ ids: readonly string[] }, AttachmentRow>(
  'post-attachments',
  ({ ids }) => sql<AttachmentRow>`
    SELECT id, post_id, folder, filename, width, height, placeholder, alt
    FROM post_attachments WHERE post_id = ANY(${ids}::uuid[]) ORDER BY post_id, position`,
);

const selectAttachments = async (db: Db, ids: readonly string[]): Promise<Map<string, AttachmentRow[]>> =>
  Map.groupBy(await selectAttachmentRows(db, { ids }), (row) => row.post_id);

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

/** What a viewer sees of posts, in the order of `ids`; what is not there for them is left out. */
async function loadParts(
  db: Db,
  ids: readonly string[],
  viewerId: string | null,
  loadLikes: () => Promise<Map<string, LikeEntry[]>>,
): Promise<PostParts[]> {
  const [rows, attachments, likes, comments, states, payments] = await Promise.all([
    selectPosts(db, ids, viewerId),
    selectAttachments(db, ids),
    loadLikes(),
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

/** Posts in the order of `ids`; what is not there for the viewer is left out. */
export async function loadPostsByIds(db: Db, ids: readonly string[], viewerId: string | null): Promise<Post[]> {
  if (ids.length === 0) return [];
  const loadLikes = () => loadNewestLikes(db, ids, viewerId, LIKES_SHOWN);
  return (await loadParts(db, ids, viewerId, loadLikes)).map((parts) => toPostView(parts, viewerId));
}

/** A post as nobody in particular sees it, but with the link its author set, and its likes as JSON text. */
export type SharedView = { view: Omit<Post, 'likes'>; likes: string };

/** Posts in the order of `ids`; what is not there is left out. */
export async function loadSharedViews(db: Db, ids: readonly string[]): Promise<SharedView[]> {
  const [all, likes] = await Promise.all([
    loadParts(db, ids, null, async () => new Map()),
    loadNewestLikesTexts(db, ids, LIKES_SHOWN),
  ]);
  return all.map((parts) => ({
    view: Object.assign(toPostView(parts, null), { link: parts.row.link }),
    likes: likes.get(parts.row.id) ?? '[]',
  }));
}
