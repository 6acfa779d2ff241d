import { type Kysely, sql } from 'kysely';

/** The order of a member's own list of payments. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX payments_own ON payments (user_id, id DESC)`.execute(db);
}
