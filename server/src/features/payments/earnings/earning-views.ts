import type { Earning, EarningTotal, OwedHost, Payout, RecordedPayout } from '@afterhours/contract/payments/earnings';
import { toPaymentView, toRefundProblem } from '../views.ts';
import type { EarningRow, HostTotalRow, OwedRow, PayoutRow, RecordedRow, TotalRow } from './earning-queries.ts';

export const toEarningView = (row: EarningRow): Earning => ({
  ...toPaymentView(row),
  paidAt: (row.settled_at ?? row.created_at).toISOString(),
  refundedAt: row.refunded_at?.toISOString() ?? null,
  parent_id: row.post_id,
  title: row.title ?? row.description,
  payer: row.payer,
  share: row.share,
  dispute: row.dispute,
  ...toRefundProblem(row),
  sandbox: row.provider === 'sandbox',
  receipt: row.receipt,
  creditNote: row.credit_note,
});

const owedOf = ({ account, came_in, given_back, paid_out }: TotalRow): number =>
  account.startsWith('host:') ? Number(came_in) - Number(given_back) - Number(paid_out) : 0;

/** Adds up a host's two ledger accounts: what the community owes, and what went to the host's own account. */
export function toTotals(rows: readonly HostTotalRow[]): EarningTotal[] {
  const totals = new Map<string, EarningTotal>();
  for (const row of rows) {
    const { currency, provider, shared } = row;
    const before = totals.get(`${currency} ${provider}`);
    totals.set(`${currency} ${provider}`, {
      currency,
      sandbox: provider === 'sandbox',
      shared,
      cameIn: (before?.cameIn ?? 0) + Number(row.came_in),
      givenBack: (before?.givenBack ?? 0) + Number(row.given_back),
      paidOut: (before?.paidOut ?? 0) + Number(row.paid_out),
      owed: (before?.owed ?? 0) + owedOf(row),
      disputed: (before?.disputed ?? 0) + Number(row.disputed),
    });
  }
  return [...totals.values()];
}

export const toPayoutView = (row: PayoutRow): Payout => ({
  _id: row.id,
  amount: row.amount,
  currency: row.currency,
  status: row.status,
  arrivesAt: row.arrives_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  byCommunity: row.stripe_account === null,
  sandbox: row.provider === 'sandbox',
  canceledAt: row.canceled_at?.toISOString() ?? null,
  cancelReason: row.cancel_reason,
});

export const toRecordedView = (row: RecordedRow): RecordedPayout => ({
  ...toPayoutView(row),
  hostId: row.host_id,
  name: row.name,
});

export const toOwedView = (row: OwedRow): OwedHost => ({
  _id: `${row.account.slice('host:'.length)}-${row.currency}`,
  hostId: row.account.slice('host:'.length),
  name: row.name,
  email: row.email,
  currency: row.currency,
  owed: owedOf(row),
  paidOut: Number(row.paid_out),
  disputed: Math.min(owedOf(row), Number(row.disputed)),
  sandbox: row.provider === 'sandbox',
});
