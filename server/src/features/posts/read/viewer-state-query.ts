import { sql } from 'kysely';
import { prepare } from '#db/statements/prepared.ts';

export type ViewerStateRow = {
  id: string;
  liked: boolean;
  bookmark_id: string | null;
  rating: number | null;
  applied: boolean;
  payment_id: string | null;
  payment_status: 'pending' | 'completed' | 'failed' | 'refunded' | null;
  refund_requested_at: Date | null;
  /** The viewer has reported a comment on this post. */
  comment_reported: boolean;
  /** Those of the requested comments that the viewer likes; the same in each row. */
  liked_comments: string[] | null;
};

/** Returns a member's state on these posts and these comments on them; one row for each post, visible or not. */
export const selectViewerStates = prepare<
  { viewerId: string; ids: readonly string[]; commentIds: readonly string[] },
  ViewerStateRow
>(
  'post-marks',
  ({ viewerId, ids, commentIds }) => sql<ViewerStateRow>`
    SELECT wanted.id, l.user_id IS NOT NULL AS liked, b.id AS bookmark_id, r.rating, a.id IS NOT NULL AS applied,
      paid.id AS payment_id, paid.status AS payment_status, paid.refund_requested_at,
      EXISTS (SELECT 1 FROM comment_reports report
        WHERE report.user_id = ${viewerId}::uuid AND report.post_id = wanted.id) AS comment_reported,
      (SELECT array_agg(cl.comment_id) FROM comment_likes cl
        WHERE cl.user_id = ${viewerId}::uuid AND cl.comment_id = ANY (${commentIds}::uuid[])) AS liked_comments
    FROM unnest(${ids}::uuid[]) AS wanted(id)
    LEFT JOIN post_likes l ON l.post_id = wanted.id AND l.user_id = ${viewerId}::uuid
    LEFT JOIN bookmarks b ON b.post_id = wanted.id AND b.user_id = ${viewerId}::uuid
    LEFT JOIN ratings r ON r.post_id = wanted.id AND r.user_id = ${viewerId}::uuid
    LEFT JOIN job_applications a ON a.post_id = wanted.id AND a.user_id = ${viewerId}::uuid
    LEFT JOIN LATERAL (
      SELECT p.id, p.status, p.refund_requested_at FROM payments p
      WHERE p.user_id = ${viewerId}::uuid AND p.post_id = wanted.id
      ORDER BY (p.status IN ('pending', 'completed') AND p.refund_requested_at IS NULL) DESC, p.id DESC LIMIT 1
    ) paid ON TRUE`,
);
