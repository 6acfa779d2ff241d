import { type Kysely, sql } from 'kysely';

/*
 * Members whose rows are being taken out of the tables that count for others, because of a ban or the deletion of the
 * account, or put back after a reversal. A job does it in batches. The table is nearly always empty.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE member_moves (
      user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('ban', 'return', 'deletion')),
      created_at timestamptz(3) NOT NULL DEFAULT now()
    )`.execute(db);
  await sql`CREATE INDEX member_moves_leaving ON member_moves (user_id) WHERE kind <> 'return'`.execute(db);
}
