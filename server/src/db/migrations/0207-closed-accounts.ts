import { type Kysely, sql } from 'kysely';

/*
 * The data of a large account are deleted in batches after it was closed. Its pages are gone from that moment on, and
 * its posts may be deleted before its member.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TRIGGER users_closed AFTER UPDATE OF deleted_at ON users FOR EACH ROW
    WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION keep_gone_member()`.execute(db);
}
