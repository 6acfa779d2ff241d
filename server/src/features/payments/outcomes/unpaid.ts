/** Payments that were not charged, or not as far as is known. */
import { paymentMessages } from '@afterhours/contract/constants/payments';
import type { Tx } from '#db/events.ts';
import { type PaymentRow, updatePayment } from '../queries.ts';
import type { Outcome } from './locked-payment.ts';

type Unpaid = Outcome<'action' | 'pending' | 'declined' | 'unavailable' | 'blocked'>;

/** Stores what a pending payment waits for, or that it has failed. */
export async function storeUnpaid({ db }: Tx, row: PaymentRow, outcome: Unpaid): Promise<PaymentRow> {
  const fail = (change: { reason: string; reference?: string | null; refund_blocked?: true }) =>
    updatePayment(db, row.id, { status: 'failed', settled_at: new Date(), requires_action: false, ...change });
  if (outcome.status === 'action')
    return updatePayment(db, row.id, { reference: outcome.reference, requires_action: true });
  if (outcome.status === 'pending')
    return outcome.reference === null ? row : updatePayment(db, row.id, { reference: outcome.reference });
  if (outcome.status === 'declined') return fail({ reason: outcome.message, reference: outcome.reference });
  if (outcome.status === 'unavailable') return fail({ reason: paymentMessages.unavailable.message, reference: null });
  // The account is closed. The payer can order again; whether this payment was charged is unknown until the account is
  // back and the payment is checked.
  return fail({ reason: paymentMessages.lostSight.message, refund_blocked: true });
}

/** Clears a failed payment of unknown outcome that turns out not to have been charged. Others stay as they are. */
export async function clearUnknown({ db }: Tx, row: PaymentRow, outcome: Unpaid): Promise<PaymentRow> {
  if (!row.refund_blocked || outcome.status !== 'declined') return row;
  return updatePayment(db, row.id, { refund_blocked: false, reason: outcome.message });
}
