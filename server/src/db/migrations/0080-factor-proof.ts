import { type Kysely, sql } from 'kysely';

/*
 * When the member of a session last gave a passkey or a code of two-step verification, the sign-in included. Servers
 * cache with a session whether its member has a passkey, so each is told when one is added or removed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    'ALTER TABLE sessions ADD COLUMN factor_proven_at timestamptz(3)',
    `CREATE TRIGGER sessions_factor_proven AFTER UPDATE OF factor_proven_at ON sessions
     FOR EACH ROW EXECUTE FUNCTION tell_of_session()`,
    `CREATE FUNCTION notify_of_passkeys() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       PERFORM pg_notify('session_changed', id || ' changed') FROM sessions
       WHERE user_id = coalesce(NEW.user_id, OLD.user_id);
       RETURN NULL;
     END $$`,
    `CREATE TRIGGER credentials_changed AFTER INSERT OR DELETE ON credentials
     FOR EACH ROW EXECUTE FUNCTION notify_of_passkeys()`,
  ])
    await sql.raw(statement).execute(db);
}
