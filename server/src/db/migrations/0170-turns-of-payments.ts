import { type Kysely, sql } from 'kysely';

/*
 * When a payment that waits was last tried by the sweep: those not tried for longest come first. The rows that
 * wait are few, and have their indexes (payments_unsettled, payments_disputed).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE payments ADD tried_at timestamptz(3)`.execute(db);
}
