import { type Kysely, sql } from 'kysely';

/** Two more switches, whether two-step verification is on, and who still owes what Google does not know. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE users
      ADD COLUMN show_presence boolean NOT NULL DEFAULT true,
      ADD COLUMN read_receipts boolean NOT NULL DEFAULT true,
      ADD COLUMN two_factor_enabled_at timestamptz(3),
      ADD COLUMN needs_details boolean NOT NULL DEFAULT false`.execute(db);
}
