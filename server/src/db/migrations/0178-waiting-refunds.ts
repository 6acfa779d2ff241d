import { type Kysely, sql } from 'kysely';

/** Whether a refund waits, because the balance of the account that was paid is too low. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE payments ADD refund_waits boolean NOT NULL DEFAULT false`.execute(db);
}
