import type { MessageDescriptor, WrittenText } from '@afterhours/contract/base/message';
import { paymentMessages } from '@afterhours/contract/constants/payments';
import {
  type OwnPayment,
  type Payment,
  type PaymentFailure,
  type PaymentProgress,
  type PaymentStatus,
  paymentFailures,
} from '@afterhours/contract/payments/payments';
import { toPaymentStatus } from '#features/posts/views.ts';
import type { Services } from '#services.ts';
import { asWritten } from '#texts/english.ts';
import type { PaymentRow } from './queries.ts';
import type { OwnPaymentRow } from './receipts/list-queries.ts';
import type { Progress } from './settlement.ts';

const kinds = Object.entries(paymentFailures) as [PaymentFailure, { message: string }][];
const kindByReason = new Map(kinds.map(([kind, { message }]) => [message, kind]));

/** Returns the reason of a failed payment as text and as a kind. Providers use some of the same texts as we do. */
export const toFailure = ({ reason }: PaymentRow): Pick<OwnPayment, 'reason' | 'reasonKind'> => ({
  reason,
  reasonKind: kindByReason.get(reason ?? '') ?? null,
});

/** Returns what stands in the way of a refund: the account is closed, or the payer's bank has returned it. */
export const toRefundProblem = ({ status, refund_blocked: blocked }: PaymentRow) => ({
  refundBlocked: blocked && status === 'completed',
  refundReturned: blocked && status === 'refunded',
});

export const toPaymentView = (row: PaymentRow): Payment => ({
  _id: row.id,
  status: toPaymentStatus(row),
  amount: row.amount,
  currency: row.currency,
});

const statusMessages: Record<PaymentStatus, MessageDescriptor> = {
  pending: paymentMessages.pending,
  completed: paymentMessages.completed,
  failed: paymentMessages.declined,
  refunding: paymentMessages.refunding,
  refunded: paymentMessages.refunded,
};

/** Returns the message for a payment: why it failed, or its status. */
export function messageOf(row: PaymentRow): MessageDescriptor | WrittenText {
  const { reason } = toFailure(row);
  return reason === null ? statusMessages[toPaymentStatus(row)] : asWritten(reason);
}

/** Returns the response to a payer: the status, and what they have to do. */
export function toProgress(
  { payments }: Pick<Services, 'payments'>,
  { payment, action }: Progress,
): { message: MessageDescriptor | WrittenText; body: PaymentProgress } {
  const { publishableKey } = payments;
  return {
    message: action ? paymentMessages.confirm : messageOf(payment),
    body: { ...toPaymentView(payment), action: action && { ...action, publishableKey } },
  };
}

/** `origin` is the product's address. */
export function toOwnPaymentView(row: OwnPaymentRow, origin: string): OwnPayment {
  const view = toPaymentView(row);
  return {
    ...view,
    createdAt: row.created_at.toISOString(),
    parent_id: row.post_id,
    title: row.title ?? row.description,
    startsAt: row.starts_at?.toISOString() ?? null,
    timeZone: row.time_zone,
    link: view.status === 'completed' && row.seen ? `${origin}/w/${row.post_id}/join` : null,
    ...toFailure(row),
    sandbox: row.provider === 'sandbox',
    receipt: row.receipt,
    creditNote: row.credit_note,
    ...toRefundProblem(row),
  };
}
