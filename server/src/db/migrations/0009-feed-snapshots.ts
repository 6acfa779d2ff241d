import { type Kysely, sql } from 'kysely';

/**
 * Unlogged: a snapshot lost in a crash costs its readers nothing but the exact order, so it need not be written twice.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE UNLOGGED TABLE feed_snapshots (
      id uuid PRIMARY KEY,
      key text NOT NULL,
      ids uuid[] NOT NULL,
      complete boolean NOT NULL,
      taken_at timestamptz(3) NOT NULL
    )`.execute(db);
  await sql`CREATE INDEX feed_snapshots_age ON feed_snapshots (taken_at)`.execute(db);
}
