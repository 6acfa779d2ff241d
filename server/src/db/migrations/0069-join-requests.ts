import { type Kysely, sql } from 'kysely';

/*
 * Members who wait until the staff accept them: a row each, which goes with the decision. Staff see it from the moment
 * the address is confirmed. Servers drop the sessions of these members from their caches. Of a refused address only a
 * hash stays, until it may be used again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `CREATE TABLE join_requests (
       user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
       answer text NOT NULL,
       ready_at timestamptz(3),
       created_at timestamptz(3) NOT NULL DEFAULT now()
     )`,
    'CREATE INDEX join_requests_ready ON join_requests (ready_at, user_id) WHERE ready_at IS NOT NULL',
    'CREATE TABLE refused_addresses (address_hash bytea PRIMARY KEY, until timestamptz(3) NOT NULL)',
    'CREATE INDEX refused_addresses_until ON refused_addresses (until)',
    `CREATE FUNCTION notify_of_join_request() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       PERFORM pg_notify('session_changed', id || ' changed') FROM sessions
         WHERE user_id = CASE WHEN TG_OP = 'DELETE' THEN OLD.user_id ELSE NEW.user_id END;
       RETURN NULL;
     END $$`,
    `CREATE TRIGGER join_requests_changed AFTER INSERT OR DELETE ON join_requests
     FOR EACH ROW EXECUTE FUNCTION notify_of_join_request()`,
    `CREATE FUNCTION ready_join_request() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       UPDATE join_requests SET ready_at = now() WHERE user_id = NEW.id AND ready_at IS NULL;
       RETURN NULL;
     END $$`,
    `CREATE TRIGGER users_ready_join_request AFTER UPDATE OF email_verified_at ON users
     FOR EACH ROW WHEN (OLD.email_verified_at IS NULL AND NEW.email_verified_at IS NOT NULL)
     EXECUTE FUNCTION ready_join_request()`,
  ])
    await sql.raw(statement).execute(db);
}
