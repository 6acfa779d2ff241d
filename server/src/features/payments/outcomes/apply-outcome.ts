/**
 * Applies an outcome from the provider to a payment, in one transaction under the row's lock. What happens depends on
 * the status of the payment and on the outcome; whatever is not in this table changes nothing. So outcomes may arrive
 * repeatedly and in any order.
 *
 *     outcome      pending                  failed                   completed      refunded
 *     succeeded    completed                completed                the dispute
 *     refunded     refunded                 refunded                 refunded       what has become of it
 *     action       waits for the payer
 *     pending      keeps the reference
 *     declined     failed                   no longer unknown
 *     unavailable  failed
 *     blocked      failed, but unknown
 */
import type { Tx } from '#db/events.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import type { ChargeOutcome } from '#platform/payments/payments.ts';
import type { Services } from '#services.ts';
import type { PaymentRow } from '../queries.ts';
import { type LockedPayment, lockWithWebinar } from './locked-payment.ts';
import { endRefunded, storeRefundChange } from './refunded.ts';
import { complete, storeDispute } from './succeeded.ts';
import { clearUnknown, storeUnpaid } from './unpaid.ts';

async function apply(services: Services, tx: Tx, payment: LockedPayment, outcome: ChargeOutcome): Promise<PaymentRow> {
  const { row } = payment;
  const { status } = row;
  if (outcome.status === 'succeeded') {
    if (status === 'refunded') return row;
    return status === 'completed' ? storeDispute(services, tx, row, outcome) : complete(services, tx, payment, outcome);
  }
  if (outcome.status === 'refunded')
    return status === 'refunded'
      ? storeRefundChange(services, tx, row, outcome)
      : endRefunded(services, tx, row, outcome);
  if (status === 'pending') return storeUnpaid(tx, row, outcome);
  return status === 'failed' ? clearUnknown(tx, row, outcome) : row;
}

/** Applies an outcome to a payment. Returns it as it is afterwards, or undefined if there is none. */
export function applyOutcome(services: Services, id: string, outcome: ChargeOutcome): Promise<PaymentRow | undefined> {
  return inTransaction(services, async (tx) => {
    const payment = await lockWithWebinar(tx.db, id);
    return payment && apply(services, tx, payment, outcome);
  });
}
