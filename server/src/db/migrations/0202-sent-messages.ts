import { type Kysely, sql } from 'kysely';

/**
 * A member's messages in the order of an export, which reads them a few hundred at a time and sorted all of them for
 * each.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX messages_sent ON messages (sender_id, id)`.execute(db);
  await sql`DROP INDEX messages_sender`.execute(db);
}
