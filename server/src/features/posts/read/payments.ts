import type { PostPayment } from '@afterhours/contract/payments';
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { toPaymentStatus } from '../views.ts';

type Row = {
  id: string;
  post_id: string;
  status: 'pending' | 'completed' | 'failed' | 'refunded';
  refund_requested_at: Date | null;
};

/**
 * Returns the viewer's payment for each post, the live one before earlier ones; posts not paid for are missing. One
 * statement.
 */
export async function loadPaymentsByPostIds(
  db: Db,
  viewerId: string,
  postIds: readonly string[],
): Promise<Map<string, PostPayment>> {
  const { rows } = await sql<Row>`
    SELECT DISTINCT ON (post_id) post_id, id, status, refund_requested_at FROM payments
    WHERE user_id = ${viewerId}::uuid AND post_id = ANY(${postIds}::uuid[])
    ORDER BY post_id, (status IN ('pending', 'completed') AND refund_requested_at IS NULL) DESC, id DESC`.execute(db);
  return new Map(rows.map((row) => [row.post_id, { _id: row.id, status: toPaymentStatus(row) }]));
}
