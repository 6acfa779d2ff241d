import type { OwnPayment, Payment } from '@afterhours/contract/payments';
import { toPaymentStatus } from '#features/posts/views.ts';
import type { PaymentRow } from './queries.ts';
import type { OwnPaymentRow } from './receipts/list-queries.ts';

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
