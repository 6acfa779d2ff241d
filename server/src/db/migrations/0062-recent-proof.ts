import { type Kysely, sql } from 'kysely';

/*
 * When the member of a session last gave a password or a code of two-step verification, after the sign-in. The audit
 * log is searched by who did it, beside whom it was done to.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE sessions ADD COLUMN proven_at timestamptz(3)`.execute(db);
  await sql`
    CREATE TRIGGER sessions_proven AFTER UPDATE OF proven_at ON sessions
    FOR EACH ROW EXECUTE FUNCTION tell_of_session()`.execute(db);
  await sql`CREATE INDEX audit_log_actor ON audit_log (actor_id, id)`.execute(db);
  await sql`CREATE INDEX audit_log_action ON audit_log (action, id)`.execute(db);
}
