import { type Kysely, sql } from 'kysely';

/** An entry about a post or comment names its author, by whom the log is searched, too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX audit_log_member ON audit_log ((details ->> 'member'), id)`.execute(db);
}
