import { type Kysely, sql } from 'kysely';

/** What a notification says, to be written out in the language of whoever reads it; `content` stays for older rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE notifications ADD COLUMN kind text`.execute(db);
}
