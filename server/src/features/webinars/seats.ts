/** Which seats count: those that admit their members, and those that ended with their webinar. */
import { type RawBuilder, sql } from 'kysely';

/**
 * SQL: the seats (`id`, `post_id`) that a member has and whose payment is not being refunded; at most one per webinar.
 */
export const takenSeat = (userId: string): RawBuilder<unknown> =>
  sql`SELECT s.id, s.post_id FROM seats s LEFT JOIN payments pay ON pay.id = s.payment_id
    WHERE s.user_id = ${userId}::uuid AND s.state IN ('paid', 'free') AND pay.refund_requested_at IS NULL`;

/** SQL: true if a member was or will be notified that the webinar with this id (SQL) is cancelled. */
export const notifiedOfCancellation = (userId: string, postId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`EXISTS (SELECT FROM webinar_notices notice WHERE notice.post_id = ${postId} AND notice.user_id = ${userId}::uuid
    AND notice.kind = 'cancelled')`;
