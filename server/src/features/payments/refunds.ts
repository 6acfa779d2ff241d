/** Which payments are refunded, and when. Each refund is a job of its own, so that a failure delays no other. */
import { postTouched } from '#access/touched.ts';
import type { Db } from '#db/connection/pool.ts';
import type { Tx } from '#db/events.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import type { Services } from '#services.ts';
import { seatsFreed } from './events.ts';
import { refundPaymentJob } from './jobs.ts';
import { markRefundsBetween, markRefundsOfHidden, markRefundsOfHost, selectRefundsOfPost } from './queries.ts';
import { endUnpaidSeats } from './seats/seat-queries.ts';

const AT_ONCE = 100;

const enqueueRefunds = ({ jobs }: Services, db: Db, paymentIds: readonly string[]): Promise<void> =>
  jobs.enqueueAll(
    db,
    refundPaymentJob,
    paymentIds.map((paymentId) => ({ paymentId })),
  );

/**
 * Ends a member's seats with a host who blocks them, and refunds their payments. Runs in the transaction of the block.
 */
export async function refundBlocked(services: Services, tx: Tx, hostId: string, userId: string): Promise<void> {
  const posts = (await endUnpaidSeats(tx.db, hostId, userId)).map((postId) => ({ postId }));
  for (const event of [postTouched, seatsFreed]) await tx.emitAll(event, posts);
  await enqueueRefunds(services, tx.db, await markRefundsBetween(tx.db, hostId, userId));
}

/** Refunds payments to a banned host for webinars that will not take place. Runs in the transaction of the ban. */
export const refundBanned = async (services: Services, db: Db, hostId: string): Promise<void> =>
  enqueueRefunds(services, db, await markRefundsOfHost(db, hostId));

/** Refunds payments for webinars that began while they were hidden. */
export const refundHidden = (services: Services): Promise<void> =>
  inTransaction(services, async ({ db }) =>
    enqueueRefunds(services, db, await markRefundsOfHidden(db, { limit: AT_ONCE })),
  );

/** Does the same for these posts, before the decision that hides them is no longer known. */
export const refundUnhidden = async (services: Services, db: Db, postIds: readonly string[]): Promise<void> =>
  enqueueRefunds(services, db, await markRefundsOfHidden(db, { limit: null, postIds }));

/** Refunds the payments of a deleted post. */
export const refundPost = (services: Services, postId: string): Promise<void> =>
  inTransaction(services, async ({ db }) => enqueueRefunds(services, db, await selectRefundsOfPost(db, postId)));
