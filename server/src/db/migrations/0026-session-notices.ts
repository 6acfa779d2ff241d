import { type Kysely, sql } from 'kysely';

/** Every server is told of a session that has ended or changed, whatever ended it: a call, a cascade, an operator. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE FUNCTION tell_of_session() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify('session_changed', OLD.id || CASE WHEN TG_OP = 'DELETE' THEN ' ended' ELSE ' changed' END);
      RETURN NULL;
    END $$`.execute(db);
  await sql`
    CREATE TRIGGER sessions_ended AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION tell_of_session()`.execute(db);
  await sql`
    CREATE TRIGGER sessions_changed AFTER UPDATE OF limited ON sessions
    FOR EACH ROW WHEN (OLD.limited <> NEW.limited) EXECUTE FUNCTION tell_of_session()`.execute(db);
}
