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
  /**
   * Blocks or is blocked, or has reported one of these posts or comments: may see less than others. A rule of
   * `access/visibility.ts` that depends on the viewer has to be here, too.
   */
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
  refund_requested_at?: string;
};

/** As JSON in one column, which costs the driver less than eight; what there is none of is missing. */
type Found = {
  likes?: string[];
  bookmarks?: { post_id: string; id: string }[];
  ratings?: { post_id: string; rating: number }[];
  applications?: string[];
  /** For each post the payment that counts: the live one, or the latest. */
  payments?: PaymentRow[];
  likedComments?: string[];
  seesLess: boolean;
  newestOwn?: string;
};

/** `ids` and `commentIds` are texts of arrays, which the driver need not escape. */
type Wanted = { viewerId: string; ids: string; commentIds: string };

const selectViewer = prepare<Wanted, { found: Found }>('viewer-state', ({ viewerId, ids, commentIds }) => {
  const mine = sql`user_id = ${viewerId}::uuid AND post_id = ANY (${ids}::uuid[])`;
  return sql<{ found: Found }>`SELECT json_strip_nulls(json_build_object(
    'likes', (SELECT json_agg(post_id) FROM post_likes WHERE ${mine}),
    'bookmarks', (SELECT json_agg(b) FROM (SELECT post_id, id FROM bookmarks WHERE ${mine}) b),
    'ratings', (SELECT json_agg(r) FROM (SELECT post_id, rating FROM ratings WHERE ${mine}) r),
    'applications', (SELECT json_agg(post_id) FROM job_applications WHERE ${mine}),
    'payments', (SELECT json_agg(paid) FROM (
      SELECT DISTINCT ON (post_id) post_id, id, status, refund_requested_at FROM payments WHERE ${mine}
      ORDER BY post_id, (status IN ('pending', 'completed') AND refund_requested_at IS NULL) DESC, id DESC
    ) paid),
    'likedComments', (SELECT json_agg(comment_id) FROM comment_likes
      WHERE user_id = ${viewerId}::uuid AND comment_id = ANY (${commentIds}::uuid[])),
    'seesLess', EXISTS (SELECT 1 FROM member_blocks WHERE user_id = ${viewerId}::uuid)
      OR EXISTS (SELECT 1 FROM post_reports WHERE ${mine})
      OR EXISTS (SELECT 1 FROM comment_reports WHERE ${mine}),
    'newestOwn', (SELECT p.id FROM posts p WHERE p.user_id = ${viewerId}::uuid ORDER BY p.id DESC LIMIT 1)
  )) AS found`;
});

function toStates({ likes, bookmarks, ratings, applications, payments }: Found): Map<string, ViewerState> {
  const states = new Map<string, ViewerState>();
  const set = (postId: string, part: Partial<ViewerState>): void =>
    void states.set(postId, { ...(states.get(postId) ?? untouched), ...part });
  for (const id of likes ?? []) set(id, { liked: true });
  for (const { post_id, id } of bookmarks ?? []) set(post_id, { bookmarkId: id });
  for (const { post_id, rating } of ratings ?? []) set(post_id, { rating });
  for (const id of applications ?? []) set(id, { applied: true });
  for (const row of payments ?? []) {
    const status = toPaymentStatus({ ...row, refund_requested_at: row.refund_requested_at ?? null });
    set(row.post_id, { payment: { _id: row.id, status } });
  }
  return states;
}

/** Returns a member's state on these posts and on the comments shown with them. One statement. */
export async function loadViewer(db: Db, viewerId: string, posts: readonly PostBase[]): Promise<Viewer> {
  const commentIds = posts.flatMap((post) => post.comments.map((comment) => comment.id));
  const [row] = await selectViewer(db, {
    viewerId,
    ids: `{${posts.map((post) => post.id).join()}}`,
    commentIds: `{${commentIds.join()}}`,
  });
  if (!row) throw new Error('a select without a table gave no row');
  const { found } = row;
  return {
    id: viewerId,
    states: toStates(found),
    likedComments: new Set(found.likedComments),
    seesLess: found.seesLess,
    newestOwn: found.newestOwn ?? null,
  };
}
