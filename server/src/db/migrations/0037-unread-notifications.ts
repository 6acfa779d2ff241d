import { type Kysely, sql } from 'kysely';

/** The unread are listed apart, whether a member has few of them among many or nothing else. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE INDEX notifications_unread ON notifications (user_id, created_at DESC, id DESC)
    WHERE read_at IS NULL`.execute(db);
}
