import type { Payment, PaymentStatus } from '@afterhours/contract/payments';
import type { PaymentRow } from './queries.ts';

/** The status as it is told: completed money that is on its way back is `refunding`. */
export const toPaymentStatus = (
  row: Pick<PaymentRow, 'status'> & { refund_requested_at: Date | string | null },
): PaymentStatus => (row.status === 'completed' && row.refund_requested_at !== null ? 'refunding' : row.status);

export const toPaymentView = (row: PaymentRow): Payment => ({
  _id: row.id,
  status: toPaymentStatus(row),
  amount: row.amount,
  currency: row.currency,
});
