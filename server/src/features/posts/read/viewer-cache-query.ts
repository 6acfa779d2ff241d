import { type RawBuilder, sql } from 'kysely';
import { prepare } from '#db/statements/prepared.ts';

/** For a member with more rows of a kind than this, viewer state is loaded page by page. */
export const MAX_CACHED_ROWS = 200;

type Payment = {
  post_id: string;
  id: string;
  status: 'pending' | 'completed' | 'failed' | 'refunded';
  refund_requested_at: string | null;
};

export type CachedViewerRow = {
  likes: string[] | null;
  comment_likes: string[] | null;
  bookmarks: { id: string; post_id: string }[] | null;
  ratings: { rating: number; post_id: string }[] | null;
  applications: string[] | null;
  /** The payment that counts for each post: the live one, or the latest. */
  payments: Payment[] | null;
  /** The posts on which the member has reported comments. */
  reported_in: string[] | null;
  /** Whether the member blocks, or is blocked. */
  blocks: boolean;
  /** Whether the member has reported posts. */
  hides: boolean;
  newest_own: string | null;
};

const listed = (value: RawBuilder<unknown>, rows: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(SELECT json_agg(${value}) FROM (${rows} LIMIT ${sql.lit(MAX_CACHED_ROWS + 1)}) found)`;

/** Returns a member's viewer state of all posts, at most one more of a kind than `MAX_CACHED_ROWS`. */
export const selectCachedViewer = prepare<{ viewerId: string }, CachedViewerRow>('reader', ({ viewerId }) => {
  const theirs = (columns: RawBuilder<unknown>, table: string): RawBuilder<unknown> =>
    sql`SELECT ${columns} FROM ${sql.table(table)} WHERE user_id = ${viewerId}::uuid`;
  const post = sql`post_id`;
  return sql<CachedViewerRow>`
    SELECT ${listed(post, theirs(post, 'post_likes'))} AS likes,
      ${listed(sql`comment_id`, theirs(sql`comment_id`, 'comment_likes'))} AS comment_likes,
      ${listed(sql`found`, theirs(sql`id, post_id`, 'bookmarks'))} AS bookmarks,
      ${listed(sql`found`, theirs(sql`rating, post_id`, 'ratings'))} AS ratings,
      ${listed(post, theirs(post, 'job_applications'))} AS applications,
      ${listed(
        sql`found`,
        sql`SELECT DISTINCT ON (post_id) post_id, id, status, refund_requested_at FROM payments
          WHERE user_id = ${viewerId}::uuid
          ORDER BY post_id, (status IN ('pending', 'completed') AND refund_requested_at IS NULL) DESC, id DESC`,
      )} AS payments,
      ${listed(post, theirs(post, 'comment_reports'))} AS reported_in,
      EXISTS (SELECT 1 FROM member_blocks unseen WHERE unseen.user_id = ${viewerId}::uuid) AS blocks,
      EXISTS (SELECT 1 FROM post_reports hidden WHERE hidden.user_id = ${viewerId}::uuid) AS hides,
      (SELECT own.id FROM posts own WHERE own.user_id = ${viewerId}::uuid ORDER BY own.id DESC LIMIT 1) AS newest_own`;
});
