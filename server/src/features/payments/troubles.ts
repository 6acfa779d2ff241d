/**
 * Notifies the host and the owners of trouble with a payment: a dispute and its end, or a refund that cannot be made or
 * was returned. A job does it, enqueued by the transaction that finds the trouble, because members are locked before
 * payments.
 */
import type { Db } from '#db/connection/pool.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import type { Services } from '#services.ts';
import { ownSeatsChanged, paymentTroubled, type Trouble } from './events.ts';
import { troubleJob } from './jobs.ts';
import type { Outcome } from './outcomes/locked-payment.ts';
import {
  lockPayment,
  lockWebinarPost,
  type PaymentRow,
  selectOwners,
  selectPayment,
  updatePayment,
} from './queries.ts';

/** Enqueues a notification if the state of a dispute has changed. */
export async function notifyOfDispute(
  { jobs }: Services,
  db: Db,
  { before, after: { id: paymentId, dispute } }: { before: PaymentRow; after: PaymentRow },
): Promise<void> {
  if (dispute === null || dispute === before.dispute) return;
  await jobs.enqueue(db, troubleJob, { paymentId, trouble: dispute });
}

/**
 * Stores whether a payment cannot be settled or refunded by this server, or its refund waits for the account's balance.
 * Enqueues a notification if either is new for a refund.
 */
export async function storeRefundProblem(
  services: Services,
  row: PaymentRow,
  { blocked, waits }: { blocked: boolean; waits: boolean },
): Promise<void> {
  const { id: paymentId, status } = row;
  if (blocked === row.refund_blocked && waits === row.refund_waits) return;
  await inTransaction(services, async ({ db }) => {
    await updatePayment(db, paymentId, { refund_blocked: blocked, refund_waits: waits });
    if (status !== 'completed') return;
    if (blocked && !row.refund_blocked) await services.jobs.enqueue(db, troubleJob, { paymentId, trouble: 'blocked' });
    if (waits && !row.refund_waits) await services.jobs.enqueue(db, troubleJob, { paymentId, trouble: 'waiting' });
  });
}

/**
 * Stores that the payer's bank has returned a refund, to be paid by hand, and what has become of its dispute. Enqueues
 * a notification if either is new.
 */
export async function storeReturned(
  services: Services,
  paymentId: string,
  { dispute }: Outcome<'succeeded'>,
): Promise<void> {
  await inTransaction(services, async (tx) => {
    const before = await lockPayment(tx.db, paymentId);
    // A lost dispute that is decided anew is no returned refund.
    if (!before || before.dispute === 'lost') return;
    const now = dispute ?? before.dispute;
    if (before.refund_blocked && now === before.dispute) return;
    const after = await updatePayment(tx.db, paymentId, { refund_blocked: true, dispute: now });
    await notifyOfDispute(services, tx.db, { before, after });
    if (before.refund_blocked) return;
    await tx.emit(ownSeatsChanged, { userId: after.user_id, postId: after.post_id, hostId: after.host_id });
    await services.jobs.enqueue(tx.db, troubleJob, { paymentId, trouble: 'returned' });
  });
}

async function notifyOfTrouble(services: Services, { paymentId, trouble }: { paymentId: string; trouble: Trouble }) {
  await inTransaction(services, async (tx) => {
    const payment = await selectPayment(tx.db, paymentId);
    if (!payment) return;
    const { post_id: parentId, host_id: hostId, user_id: payerId } = payment;
    const post = await lockWebinarPost(tx.db, parentId);
    const ownerIds = await selectOwners(tx.db);
    const postId = post?.id ?? null;
    await tx.emit(paymentTroubled, { paymentId, parentId, postId, hostId, payerId, ownerIds, trouble });
  });
}

export function registerTroubles(services: Services): void {
  services.jobs.work(troubleJob, (job) => notifyOfTrouble(services, job));
}
