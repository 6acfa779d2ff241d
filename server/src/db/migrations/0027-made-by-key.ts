import { type Kysely, sql } from 'kysely';

/** What a call with an Idempotency-Key has made, written in the transaction that made it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE idempotency_keys ADD COLUMN made_id uuid`.execute(db);
}
