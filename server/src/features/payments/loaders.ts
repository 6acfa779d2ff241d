/** Seats and payments for other features. */
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import type { Services } from '#services.ts';
import { refundPostJob } from './jobs.ts';

export { lockWebinarPost } from './queries.ts';
export { hasRoom, leaveLockedSeat, requireJoinable } from './seats/seat-commands.ts';
export { lockSeating, offerSeat, selectLiveSeat, shortenOffers } from './seats/seat-queries.ts';

/**
 * Marks all payments for a locked webinar for refund, once. A job of the transaction refunds them, and a scheduled
 * job finds payments without one. Pending payments are refunded after they succeed.
 */
export async function refundWebinar({ jobs }: Services, db: Db, postId: string): Promise<void> {
  await sql`
    UPDATE payments SET refund_requested_at = now()
    WHERE post_id = ${postId}::uuid AND status IN ('pending', 'completed') AND refund_requested_at IS NULL
  `.execute(db);
  await jobs.enqueue(db, refundPostJob, { postId });
}
