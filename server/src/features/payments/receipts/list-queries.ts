import { sql } from 'kysely';
import { memberVisible } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import type { CursorKey, PageStart } from '#db/statements/keyset.ts';
import { timeZoneOf } from '#features/people/loaders.ts';
import type { PaymentRow } from '../queries.ts';

/** A payment with its webinar, whose columns are null if that is deleted, or hidden by a block or a decision. */
export type OwnPaymentRow = PaymentRow & {
  title: string | null;
  starts_at: Date | null;
  time_zone: string | null;
  /** Whether the webinar is there, and its payer can see its host. */
  seen: boolean;
  receipt: string | null;
  credit_note: string | null;
};

export const ownPaymentKey = (row: OwnPaymentRow): CursorKey => [row.id];

/**
 * Returns one page of a member's payments, latest first, plus one more row. A webinar that the member has reported
 * stays in this list, because they have paid for it.
 */
export async function selectOwnPayments(db: Db, userId: string, start: PageStart): Promise<OwnPaymentRow[]> {
  const after = start.after ? sql`AND pay.id < ${start.after[0]}::uuid` : sql``;
  const { rows } = await sql<OwnPaymentRow>`
    SELECT pay.*, webinar.title, webinar.starts_at, webinar.time_zone, webinar.id IS NOT NULL AS seen,
      issued.number AS receipt, credit.number AS credit_note
    FROM payments pay
    LEFT JOIN receipts issued ON issued.payment_id = pay.id AND issued.kind = 'receipt'
    LEFT JOIN receipts credit ON credit.payment_id = pay.id AND credit.kind = 'credit_note'
    LEFT JOIN LATERAL (
      SELECT p.id, p.title, p.starts_at, p.time_zone FROM posts p JOIN users u ON u.id = p.user_id
      WHERE p.id = pay.post_id AND p.hidden_by IS NULL AND ${memberVisible(userId)}
    ) webinar ON true
    WHERE pay.user_id = ${userId}::uuid ${after}
    ORDER BY pay.id DESC LIMIT ${start.limit + 1} OFFSET ${start.offset}`.execute(db);
  return rows;
}

/** Returns a payment with the fields for its mail, or undefined when its payer has been deleted. */
export async function selectPaymentForMail(db: Db, id: string) {
  const { rows } = await sql<
    Omit<OwnPaymentRow, 'receipt' | 'credit_note' | 'seen'> & {
      payer_email: string;
      payer_name: string;
      payer_zone: string | null;
      host_name: string | null;
    }
  >`SELECT pay.*, p.title, p.starts_at, p.time_zone, payer.email AS payer_email, payer.first_name AS payer_name,
      ${timeZoneOf(sql.ref('payer.id'))} AS payer_zone, host.first_name || ' ' || host.last_name AS host_name
    FROM payments pay JOIN users payer ON payer.id = pay.user_id AND payer.deleted_at IS NULL
    LEFT JOIN posts p ON p.id = pay.post_id
    LEFT JOIN users host ON host.id = pay.host_id
    WHERE pay.id = ${id}::uuid`.execute(db);
  return rows[0];
}
