import { type Selectable, sql } from 'kysely';
import { memberVisible } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import type { PayoutsTable } from '#db/schema/tables/money.ts';
import { COMMUNITY_SHARE } from '#db/statements/community-share.ts';
import type { CursorKey, PageStart } from '#db/statements/keyset.ts';
import type { PaymentRow } from '../queries.ts';

export type EarningRow = PaymentRow & {
  title: string | null;
  payer: string | null;
  receipt: string | null;
  credit_note: string | null;
  share: number;
};
export type PayoutRow = Selectable<PayoutsTable>;
export type RecordedRow = PayoutRow & { name: string | null };
export type TotalRow = {
  account: string;
  provider: 'stripe' | 'sandbox';
  currency: string;
  came_in: string | number;
  given_back: string | number;
  paid_out: string | number;
};
export type OwedRow = TotalRow & { name: string | null; email: string | null; disputed: string | number };

export const idKey = ({ id }: { id: string }): CursorKey => [id];
export const owedKey = (row: TotalRow): CursorKey => [row.account, row.currency];

const earnings = (hostId: string) => sql`
  SELECT pay.*, p.title, payer.name AS payer, issued.number AS receipt, credit.number AS credit_note,
    ${COMMUNITY_SHARE} AS share
  FROM payments pay
  LEFT JOIN posts p ON p.id = pay.post_id
  LEFT JOIN LATERAL (
    SELECT u.first_name || ' ' || u.last_name AS name FROM users u WHERE u.id = pay.user_id AND ${memberVisible(hostId)}
  ) payer ON true
  LEFT JOIN receipts issued ON issued.payment_id = pay.id AND issued.kind = 'receipt' AND issued.issuer = ${hostId}
  LEFT JOIN receipts credit ON credit.payment_id = pay.id AND credit.kind = 'credit_note'
    AND credit.issuer = ${hostId}
  WHERE pay.host_id = ${hostId}::uuid AND pay.status IN ('completed', 'refunded')`;

/** Returns one page of the payments to a host, latest first, plus one more row. */
export async function selectEarnings(db: Db, hostId: string, start: PageStart): Promise<EarningRow[]> {
  const after = start.after ? sql`AND pay.id < ${start.after[0]}::uuid` : sql``;
  const { rows } = await sql<EarningRow>`${earnings(hostId)} ${after}
    ORDER BY pay.id DESC LIMIT ${start.limit + 1} OFFSET ${start.offset}`.execute(db);
  return rows;
}

export async function selectEarning(db: Db, hostId: string, id: string): Promise<EarningRow | undefined> {
  const { rows } = await sql<EarningRow>`${earnings(hostId)} AND pay.id = ${id}::uuid`.execute(db);
  return rows[0];
}

export type HostTotalRow = TotalRow & { shared: boolean; disputed: string | number };

/** SQL: what a lost dispute would take from the host of the payment `pay`; from their own account, the whole price. */
const takenBack = sql`pay.amount - CASE WHEN pay.stripe_account IS NULL THEN pay.application_fee ELSE 0 END`;

/** Returns the totals of a host's payments, by currency. */
export async function selectTotals(db: Db, hostId: string): Promise<HostTotalRow[]> {
  const { rows } = await sql<HostTotalRow>`
    SELECT t.*, (SELECT coalesce(sum(${takenBack}), 0) FROM payments pay
        WHERE pay.host_id = ${hostId}::uuid AND pay.provider = t.provider AND pay.currency = t.currency
          AND pay.dispute = 'open' AND pay.status = 'completed'
          AND (pay.stripe_account IS NULL) = (t.account ^@ 'host:')) AS disputed,
      EXISTS (SELECT FROM payments pay WHERE pay.host_id = ${hostId}::uuid AND pay.provider = t.provider
      AND pay.currency = t.currency AND pay.status IN ('completed', 'refunded') AND pay.application_fee > 0) AS shared
    FROM ledger_totals t WHERE account IN (${`host:${hostId}`}, ${`merchant:${hostId}`})
    ORDER BY currency, provider, account`.execute(db);
  return rows;
}

/**
 * Locks and returns what the community owes a host in a currency, and has paid so far, so that it is paid out only
 * once.
 */
export async function lockOwed(
  db: Db,
  { hostId, provider, currency }: { hostId: string; provider: string; currency: string },
): Promise<{ owed: number; paid: number }> {
  const { rows } = await sql<{ owed: string; paid: string }>`
    SELECT came_in - given_back - paid_out AS owed, paid_out AS paid FROM ledger_totals
    WHERE account = ${`host:${hostId}`} AND provider = ${provider} AND currency = ${currency} FOR UPDATE`.execute(db);
  return { owed: Number(rows[0]?.owed ?? 0), paid: Number(rows[0]?.paid ?? 0) };
}

/** Returns one page of the hosts whom the community owes money, plus one more row. */
export async function selectOwed(db: Db, provider: string, start: PageStart): Promise<OwedRow[]> {
  const after = start.after ? sql`AND (t.account, t.currency) > (${start.after[0]}, ${start.after[1]})` : sql``;
  const { rows } = await sql<OwedRow>`
    SELECT t.*, u.first_name || ' ' || u.last_name AS name, u.email,
      (SELECT coalesce(sum(pay.amount - pay.application_fee), 0) FROM payments pay
        WHERE pay.dispute = 'open' AND pay.status = 'completed' AND pay.stripe_account IS NULL
          AND pay.host_id = substr(t.account, 6)::uuid AND pay.provider = t.provider AND pay.currency = t.currency
      ) AS disputed
    FROM ledger_totals t LEFT JOIN users u ON u.id = substr(t.account, 6)::uuid AND u.deleted_at IS NULL
    WHERE t.account ^@ 'host:' AND t.came_in > t.given_back + t.paid_out AND t.provider = ${provider} ${after}
    ORDER BY t.account, t.currency LIMIT ${start.limit + 1} OFFSET ${start.offset}`.execute(db);
  return rows;
}

export async function selectPayouts(db: Db, hostId: string, start: PageStart): Promise<PayoutRow[]> {
  const after = start.after ? sql`AND id < ${start.after[0]}::uuid` : sql``;
  const { rows } = await sql<PayoutRow>`
    SELECT * FROM payouts WHERE host_id = ${hostId}::uuid ${after}
    ORDER BY id DESC LIMIT ${start.limit + 1} OFFSET ${start.offset}`.execute(db);
  return rows;
}

type NewPayout = Pick<PayoutRow, 'id' | 'host_id' | 'provider' | 'amount' | 'currency'>;

/** Inserts a payout by the community. A trigger enters it into the ledger. */
export function insertPayout(db: Db, row: NewPayout): Promise<PayoutRow> {
  return db
    .insertInto('payouts')
    .values({ ...row, status: 'paid', arrives_at: sql<Date>`now()` })
    .returningAll()
    .executeTakeFirstOrThrow();
}

const recorded = sql`
  SELECT p.*, u.first_name || ' ' || u.last_name AS name
  FROM payouts p LEFT JOIN users u ON u.id = p.host_id AND u.deleted_at IS NULL
  WHERE p.stripe_account IS NULL`;

/** Returns one page of the recorded payouts by the community, latest first, plus one more row. */
export async function selectRecorded(db: Db, provider: string, start: PageStart): Promise<RecordedRow[]> {
  const after = start.after ? sql`AND p.id < ${start.after[0]}::uuid` : sql``;
  const { rows } = await sql<RecordedRow>`${recorded} AND p.provider = ${provider} ${after}
    ORDER BY p.id DESC LIMIT ${start.limit + 1} OFFSET ${start.offset}`.execute(db);
  return rows;
}

export async function selectRecordedPayout(db: Db, id: string): Promise<RecordedRow | undefined> {
  const { rows } = await sql<RecordedRow>`${recorded} AND p.id = ${id}::uuid`.execute(db);
  return rows[0];
}

/**
 * Cancels the record of a payout by the community, which a trigger reverses in the ledger. Returns false if it is
 * cancelled already.
 */
export async function cancelRecord(db: Db, id: string, reason: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payouts')
    .set({ status: 'canceled', canceled_at: sql<Date>`now()`, cancel_reason: reason })
    .where('id', '=', id)
    .where('stripe_account', 'is', null)
    .where('status', '=', 'paid')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
