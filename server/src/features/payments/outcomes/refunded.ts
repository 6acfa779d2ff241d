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
 * Stores how much of the community's share of a refunded payment was returned, if it is more than before; a trigger
 * enters the difference into the ledger. If the payer's bank had returned the refund, it has been made anew, so the
 * payment is no longer marked as blocked.
 */
export async function storeRefundChange(
  { db }: Tx,
  row: PaymentRow,
  { feeReturned }: Outcome<'refunded'>,
): Promise<PaymentRow> {
  const isMore = feeReturned != null && row.fee_returned !== null && feeReturned > row.fee_returned;
  if (!isMore && !row.refund_blocked) return row;
  return updatePayment(db, row.id, { refund_blocked: false, ...(isMore ? { fee_returned: feeReturned } : {}) });
}
