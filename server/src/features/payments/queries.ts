import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import type { PaymentsTable } from '#db/schema/tables/payments.ts';

export type PaymentRow = Selectable<PaymentsTable>;

/**
 * Locks the post of a webinar against deletion until the transaction ends, and returns it. Likes and comments are not
 * blocked. `evenHidden`: also if a decision hides it, as for giving up a seat.
 */
export function lockWebinarPost(db: Db, postId: string, { evenHidden = false } = {}) {
  const post = db
    .selectFrom('posts')
    .select(['id', 'user_id', 'post_type', 'title', 'starts_at'])
    .where('id', '=', postId)
    .forKeyShare();
  return (evenHidden ? post : post.where('hidden_by', 'is', null)).executeTakeFirst();
}

/** Inserts an intent. Returns undefined when the member already has a live payment for this post. */
export function insertPayment(db: Db, row: Insertable<PaymentsTable>): Promise<PaymentRow | undefined> {
  return db
    .insertInto('payments')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Returns a member's completed or pending payment for a post that is not marked for refund. */
export function selectLivePayment(db: Db, postId: string, userId: string): Promise<PaymentRow | undefined> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('post_id', '=', postId)
    .where('user_id', '=', userId)
    .where('status', 'in', ['pending', 'completed'])
    .where('refund_requested_at', 'is', null)
    .executeTakeFirst();
}

export function selectPayment(db: Db, id: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst();
}

export function selectPaymentByReference(db: Db, reference: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payments').selectAll().where('reference', '=', reference).executeTakeFirst();
}

export function lockPayment(db: Db, id: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payments').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export function updatePayment(db: Db, id: string, change: Updateable<PaymentsTable>): Promise<PaymentRow> {
  return db.updateTable('payments').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

export async function selectRefundsOfPost(db: Db, postId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('payments')
    .select('id')
    .where('post_id', '=', postId)
    .where('status', '=', 'completed')
    .where('refund_requested_at', 'is not', null)
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Marks a payment for refund and returns its status, or null when there is nothing to refund. A pending payment is
 * refunded after it succeeds.
 */
export async function markRefund(db: Db, id: string): Promise<PaymentRow['status'] | null> {
  const row = await db
    .updateTable('payments')
    .set({ refund_requested_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'completed'])
    .where('refund_requested_at', 'is', null)
    .returning('status')
    .executeTakeFirst();
  return row?.status ?? null;
}

/**
 * Marks a member's payments to a host for refund, except for webinars that began more than a day ago and so took place.
 * Returns the ids of the completed payments; pending ones are refunded after they succeed.
 */
export async function markRefundsBetween(db: Db, hostId: string, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string; status: string }>`
    UPDATE payments SET refund_requested_at = now()
    WHERE user_id = ${userId}::uuid AND host_id = ${hostId}::uuid AND refund_requested_at IS NULL
      AND status IN ('pending', 'completed')
      AND NOT EXISTS (
        SELECT FROM posts p WHERE p.id = payments.post_id AND p.starts_at < now() - interval '1 day'
      )
    RETURNING id, status`.execute(db);
  return rows.filter((row) => row.status === 'completed').map((row) => row.id);
}

/**
 * Marks the payments for a host's webinars that have not begun for refund, once. Returns the ids of the completed
 * payments; pending ones are refunded after they succeed.
 */
export async function markRefundsOfHost(db: Db, hostId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string; status: string }>`
    UPDATE payments SET refund_requested_at = now()
    WHERE host_id = ${hostId}::uuid AND refund_requested_at IS NULL AND status IN ('pending', 'completed')
      AND NOT EXISTS (SELECT FROM posts p WHERE p.id = payments.post_id AND p.starts_at <= now())
    RETURNING id, status`.execute(db);
  return rows.filter((row) => row.status === 'completed').map((row) => row.id);
}

/** How long a webinar without a start may be hidden before its payments are refunded. Texts for staff say so, too. */
const UNDATED_DAYS = 30;

/** SQL: when the webinar `p`, which decision `d` hides, begins. */
const BEGINNING = sql`coalesce(p.starts_at, d.created_at + make_interval(days => ${sql.lit(UNDATED_DAYS)}))`;

/**
 * Marks payments for webinars, of all posts or of these, that were hidden before they began, and have begun by now, for
 * refund: nobody could join. Now is the time of the statement, because its transaction may have waited for payments.
 * Returns the ids of the completed payments; pending ones are refunded after they succeed.
 */
export async function markRefundsOfHidden(
  db: Db,
  { limit, postIds = null }: { limit: number | null; postIds?: readonly string[] | null },
): Promise<string[]> {
  const { rows } = await sql<{ id: string; status: string }>`
    UPDATE payments SET refund_requested_at = now() WHERE id = ANY (ARRAY(
      SELECT pay.id FROM posts p JOIN decisions d ON d.id = p.hidden_by JOIN payments pay ON pay.post_id = p.id
      WHERE p.hidden_by IS NOT NULL AND p.post_type = 'webinar' AND ${BEGINNING} > d.created_at
        AND ${BEGINNING} <= clock_timestamp()
        AND pay.status IN ('pending', 'completed') AND pay.refund_requested_at IS NULL
        ${postIds === null ? sql`` : sql`AND p.id = ANY (${postIds}::uuid[])`}
      LIMIT ${limit}::integer FOR UPDATE OF pay ${postIds === null ? sql`SKIP LOCKED` : sql``}))
    RETURNING id, status`.execute(db);
  return rows.filter((row) => row.status === 'completed').map((row) => row.id);
}

/** SQL: the conditions for payments that wait for something. */
const waits = {
  settlement: sql`status = 'pending'`,
  refund: sql`status = 'completed' AND refund_requested_at IS NOT NULL`,
  // The sandbox knows nothing of its refunds.
  dispute: sql`dispute = 'open' AND (status <> 'refunded' OR provider <> 'sandbox')`,
};

/**
 * Returns payments that have waited for at least `seconds`, and stores the time of this attempt. The ones with the
 * oldest attempt come first, so that each gets its turn even if many keep failing.
 */
export async function takeWaiting(
  db: Db,
  what: keyof typeof waits,
  { seconds, limit }: { seconds: number; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    UPDATE payments SET tried_at = clock_timestamp() WHERE id = ANY (ARRAY(
      SELECT id FROM payments
      WHERE ${waits[what]} AND greatest(created_at, refund_requested_at) < now() - make_interval(secs => ${seconds})
      ORDER BY tried_at NULLS FIRST, created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))
    RETURNING id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns refunded payments in an account of which the community still has at least a part of the share. */
export async function selectKeptShares(db: Db, account: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM payments
    WHERE stripe_account = ${account} AND status = 'refunded' AND fee_returned < application_fee
    ORDER BY refunded_at DESC LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export async function selectOwners(db: Db): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    SELECT user_id FROM staff WHERE role = 'owner' ORDER BY user_id`.execute(db);
  return rows.map((row) => row.user_id);
}
