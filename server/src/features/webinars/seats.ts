/** Which seats count: those that let their members in, and those that ended with their webinar. */
import { type RawBuilder, sql } from 'kysely';

/** SQL: the seats (`id`, `post_id`) that a member has and whose payment is not being refunded; one in each webinar. */
export const takenSeat = (userId: string): RawBuilder<unknown> =>
  sql`SELECT s.id, s.post_id FROM seats s LEFT JOIN payments pay ON pay.id = s.payment_id
    WHERE s.user_id = ${userId}::uuid AND s.state IN ('paid', 'free') AND pay.refund_requested_at IS NULL`;

/** SQL: whether the cancellation of the webinar with this id (SQL) was, or will be, told to a member. */
export const toldOfEnd = (userId: string, postId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`EXISTS (SELECT FROM webinar_notices told WHERE told.post_id = ${postId} AND told.user_id = ${userId}::uuid
    AND told.kind = 'cancelled')`;
