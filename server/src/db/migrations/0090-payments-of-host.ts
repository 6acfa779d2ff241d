import { type Kysely, sql } from 'kysely';

/** The payments to a host who is banned are looked up and refunded. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX payments_host ON payments (host_id) WHERE refund_requested_at IS NULL`.execute(db);
}
