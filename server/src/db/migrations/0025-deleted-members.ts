import { type Kysely, sql } from 'kysely';

/*
 * Who leaves is deleted, row and all. Where somebody else has a conversation with them, a row without a person takes
 * their place in it: `deleted_at` is set on such rows only.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE users ADD COLUMN deleted_at timestamptz(3)`.execute(db);
}
