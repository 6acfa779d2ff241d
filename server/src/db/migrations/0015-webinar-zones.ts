import { type Kysely, sql } from 'kysely';

/** The host's time zone (IANA name): a webinar's time is shown in it beside the reader's. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE posts ADD COLUMN time_zone text`.execute(db);
}
