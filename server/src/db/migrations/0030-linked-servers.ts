import { type Kysely, sql } from 'kysely';

/** Whether a server reaches the windows of the others; one of the version before does not, and says nothing of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE presence_nodes ADD COLUMN linked boolean NOT NULL DEFAULT false`.execute(db);
}
