/** Payments whose money is back with its payer, through a refund or a lost dispute. */
import { postTouched } from '#access/touched.ts';
import type { Tx } from '#db/events.ts';
import type { Services } from '#services.ts';
import { ownSeatsChanged } from '../events.ts';
import { paymentMailJob } from '../jobs.ts';
import { type PaymentRow, updatePayment } from '../queries.ts';
import { issueReceipts } from '../receipts/issue-receipts.ts';
import { endSeatOfPayment } from '../seats/seat-queries.ts';
import { notifyOfDispute } from '../troubles.ts';
import type { Outcome } from './locked-payment.ts';

/** Ends a payment and its seat. */
export async function endRefunded(
  services: Services,
  tx: Tx,
  row: PaymentRow,
  outcome: Outcome<'refunded'>,
): Promise<PaymentRow> {
  const { id } = row;
  if (await endSeatOfPayment(tx.db, id)) await tx.emit(postTouched, { postId: row.post_id });
  // Also if the seat was given up before: payer and host see what became of the payment.
  await tx.emit(ownSeatsChanged, { userId: row.user_id, postId: row.post_id, hostId: row.host_id });
  await services.jobs.enqueue(tx.db, paymentMailJob, { paymentId: id, about: 'refund' });
  const refunded = await updatePayment(tx.db, id, {
    status: 'refunded',
    reference: outcome.reference,
    refunded_at: new Date(),
    requires_action: false,
    refund_blocked: false,
    dispute: outcome.dispute ?? row.dispute,
    fee_returned: outcome.feeReturned ?? null,
  });
  await notifyOfDispute(services, tx.db, { before: row, after: refunded });
  await issueReceipts(services, tx.db, refunded);
  return refunded;
}

/**
 * Stores what has become of a refunded payment: more of the community's share was returned, which a trigger enters into
 * the ledger; a dispute was decided; or a refund that the payer's bank had returned was made anew.
 */
export async function storeRefundChange(
  services: Services,
  tx: Tx,
  row: PaymentRow,
  outcome: Outcome<'refunded'>,
): Promise<PaymentRow> {
  const feeReturned = outcome.feeReturned ?? null;
  const isMore = feeReturned !== null && row.fee_returned !== null && feeReturned > row.fee_returned;
  const dispute = outcome.dispute ?? row.dispute;
  if (!isMore && dispute === row.dispute && !row.refund_blocked) return row;
  if (row.refund_blocked)
    await tx.emit(ownSeatsChanged, { userId: row.user_id, postId: row.post_id, hostId: row.host_id });
  const changed = await updatePayment(tx.db, row.id, {
    refund_blocked: false,
    dispute,
    fee_returned: isMore ? feeReturned : row.fee_returned,
  });
  await notifyOfDispute(services, tx.db, { before: row, after: changed });
  return changed;
}
