/** What other features do with seats and payments. */
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import type { Services } from '#services.ts';
import { refundPostJob } from './jobs.ts';

export { lockWebinar } from './queries.ts';
export { hasRoom, leaveLockedSeat, requireJoinable } from './seats/seat-commands.ts';
export { lockSeatedPost, lockSeating, offerSeat, selectLiveSeat, shortenOffers } from './seats/seat-queries.ts';

/**
 * Marks all payments for a webinar that is locked for refund, once; a job of the transaction does it, and the sweep
 * finds what has no job. Pending payments are refunded after they succeed.
 */
export async function refundWebinar({ jobs }: Services, db: Db, postId: string): Promise<void> {
  await sql`
    UPDATE payments SET refund_requested_at = now()
    WHERE post_id = ${postId}::uuid AND status IN ('pending', 'completed') AND refund_requested_at IS NULL
  `.execute(db);
  await jobs.enqueue(db, refundPostJob, { postId });
}
