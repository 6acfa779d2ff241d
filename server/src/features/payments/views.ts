import type { OwnPayment, Payment, PaymentStatus } from '@afterhours/contract/payments';
import type { OwnPaymentRow } from './list-queries.ts';
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

export function toOwnPaymentView(row: OwnPaymentRow): OwnPayment {
  const view = toPaymentView(row);
  return {
    ...view,
    createdAt: row.created_at.toISOString(),
    parent_id: row.post_id,
    title: row.title ?? row.description,
    startsAt: row.starts_at?.toISOString() ?? null,
    timeZone: row.time_zone,
    link: view.status === 'completed' ? row.link : null,
    reason: row.reason,
    sandbox: row.provider === 'sandbox',
  };
}
