import { type Kysely, sql } from 'kysely';

/** Whether a member has a window in sight on a server: what shows there is not sent to their devices. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE presence_members ADD COLUMN visible boolean NOT NULL DEFAULT false`.execute(db);
}
