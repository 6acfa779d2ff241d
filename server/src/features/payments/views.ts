import { type OwnPayment, type Payment, type PaymentFailure, paymentFailures } from '@afterhours/contract/payments';
import { toPaymentStatus } from '#features/posts/views.ts';
import type { PaymentRow } from './queries.ts';
import type { OwnPaymentRow } from './receipts/list-queries.ts';

const kinds = Object.entries(paymentFailures) as [PaymentFailure, { message: string }][];
const kindByReason = new Map(kinds.map(([kind, { message }]) => [message, kind]));

/** Returns why a payment failed, in words and as the kind; providers use some of our words for the same reasons. */
export const toFailure = ({ reason }: PaymentRow): Pick<OwnPayment, 'reason' | 'reasonKind'> => ({
  reason,
  reasonKind: kindByReason.get(reason ?? '') ?? null,
});

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
    ...toFailure(row),
    sandbox: row.provider === 'sandbox',
  };
}
