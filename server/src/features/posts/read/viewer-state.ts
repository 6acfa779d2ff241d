/** What a viewer has done with posts: their likes, bookmarks, stars, applications and payments. */
import type { PostPayment } from '@afterhours/contract/payments';
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { prepare } from '#db/statements/prepared.ts';
import { toPaymentStatus } from '../views.ts';
import type { PostBase } from './post-base.ts';

export type ViewerState = {
  liked: boolean;
  bookmarkId: string | null;
  /** Stars; 0 for none. */
  rating: number;
  applied: boolean;
  payment: PostPayment | null;
};

/** The state of a viewer who has done nothing. */
export const untouched: ViewerState = { liked: false, bookmarkId: null, rating: 0, applied: false, payment: null };

export type Viewer = {
  id: string | null;
  /** By post; posts without state are missing. */
  states: ReadonlyMap<string, ViewerState>;
  likedComments: ReadonlySet<string>;
  /** Blocks or is blocked, or has reported a post or one of these comments: may see less than others. */
  seesLess: boolean;
  /** Their newest post. */
  newestOwn: string | null;
};

export const guest: Viewer = {
  id: null,
  states: new Map(),
  likedComments: new Set(),
  seesLess: false,
  newestOwn: null,
};

type PaymentRow = {
  post_id: string;
  id: string;
  status: 'pending' | 'completed' | 'failed' | 'refunded';
  refund_requested_at: string | null;
};

type Row = {
  likes: string[] | null;
  bookmarks: { post_id: string; id: string }[] | null;
  ratings: { post_id: string; rating: number }[] | null;
  applications: string[] | null;
  /** For each post the payment that counts: the live one, or the latest. */
  payments: PaymentRow[] | null;
  liked_comments: string[] | null;
  sees_less: boolean;
  newest_own: string | null;
};

type Wanted = { viewerId: string; ids: readonly string[]; commentIds: readonly string[] };

const selectViewer = prepare<Wanted, Row>('viewer-state', ({ viewerId, ids, commentIds }) => {
  const mine = sql`user_id = ${viewerId}::uuid AND post_id = ANY (${ids}::uuid[])`;
  return sql<Row>`SELECT
    (SELECT json_agg(post_id) FROM post_likes WHERE ${mine}) AS likes,
    (SELECT json_agg(b) FROM (SELECT post_id, id FROM bookmarks WHERE ${mine}) b) AS bookmarks,
    (SELECT json_agg(r) FROM (SELECT post_id, rating FROM ratings WHERE ${mine}) r) AS ratings,
    (SELECT json_agg(post_id) FROM job_applications WHERE ${mine}) AS applications,
    (SELECT json_agg(paid) FROM (
      SELECT DISTINCT ON (post_id) post_id, id, status, refund_requested_at FROM payments WHERE ${mine}
      ORDER BY post_id, (status IN ('pending', 'completed') AND refund_requested_at IS NULL) DESC, id DESC
    ) paid) AS payments,
    (SELECT json_agg(comment_id) FROM comment_likes
      WHERE user_id = ${viewerId}::uuid AND comment_id = ANY (${commentIds}::uuid[])) AS liked_comments,
    EXISTS (SELECT 1 FROM member_blocks WHERE user_id = ${viewerId}::uuid)
      OR EXISTS (SELECT 1 FROM post_reports WHERE user_id = ${viewerId}::uuid)
      OR EXISTS (SELECT 1 FROM comment_reports WHERE ${mine}) AS sees_less,
    (SELECT p.id FROM posts p WHERE p.user_id = ${viewerId}::uuid ORDER BY p.id DESC LIMIT 1) AS newest_own`;
});

function toStates({ likes, bookmarks, ratings, applications, payments }: Row): Map<string, ViewerState> {
  const states = new Map<string, ViewerState>();
  const set = (postId: string, part: Partial<ViewerState>): void =>
    void states.set(postId, { ...(states.get(postId) ?? untouched), ...part });
  for (const id of likes ?? []) set(id, { liked: true });
  for (const { post_id, id } of bookmarks ?? []) set(post_id, { bookmarkId: id });
  for (const { post_id, rating } of ratings ?? []) set(post_id, { rating });
  for (const id of applications ?? []) set(id, { applied: true });
  for (const row of payments ?? []) set(row.post_id, { payment: { _id: row.id, status: toPaymentStatus(row) } });
  return states;
}

/** Returns a member's state on these posts and on the comments shown with them. One statement. */
export async function loadViewer(db: Db, viewerId: string, posts: readonly PostBase[]): Promise<Viewer> {
  const commentIds = posts.flatMap((post) => post.comments.map((comment) => comment.id));
  const [row] = await selectViewer(db, { viewerId, ids: posts.map((post) => post.id), commentIds });
  if (!row) throw new Error('a select without a table gave no row');
  return {
    id: viewerId,
    states: toStates(row),
    likedComments: new Set(row.liked_comments),
    seesLess: row.sees_less,
    newestOwn: row.newest_own,
  };
}
