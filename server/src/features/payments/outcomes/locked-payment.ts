/** A payment with its webinar, locked, to which an outcome is applied. */
import { hasBegun } from '@afterhours/contract/constants/webinars';
import { lockCounters } from '#access/members.ts';
import type { Db } from '#db/connection/pool.ts';
import type { ChargeOutcome } from '#platform/payments/payments.ts';
import { lockPayment, lockWebinarPost, type PaymentRow, selectPayment } from '../queries.ts';
import { lockSeating, type Seating } from '../seats/seat-queries.ts';

export type Outcome<Status> = Extract<ChargeOutcome, { status: Status }>;

/** `webinar` is undefined once it is deleted or hidden. */
export type LockedPayment = { row: PaymentRow; webinar: { seating: Seating; begun: boolean } | undefined };

/**
 * Locks a payment and its webinar, in the order in which orders do, because otherwise the two would deadlock. Returns
 * undefined if there is no such payment.
 */
export async function lockWithWebinar(db: Db, id: string): Promise<LockedPayment | undefined> {
  const found = await selectPayment(db, id);
  if (!found) return undefined;
  const post = await lockWebinarPost(db, found.post_id);
  await lockCounters(db, found.user_id === null ? [found.host_id] : [found.user_id, found.host_id]);
  const webinar = post && {
    seating: await lockSeating(db, post.id),
    begun: hasBegun({ startsAt: post.starts_at?.toISOString() }),
  };
  const row = await lockPayment(db, id);
  return row && { row, webinar };
}
