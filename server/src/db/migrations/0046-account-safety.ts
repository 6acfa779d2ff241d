import { type Kysely, sql } from 'kysely';

/*
 * `users.code_mailed_at` is when the first code went to the member's address by a mail server: accounts that are never
 * confirmed are removed some days after it. `known_devices` holds the hash of the random value in the cookie of each
 * device that has signed in to an account. `reset_links` lets several links of one account live side by side.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE users ADD COLUMN code_mailed_at timestamptz(3)`.execute(db);
  await sql`CREATE INDEX users_unconfirmed ON users (code_mailed_at) WHERE email_verified_at IS NULL`.execute(db);
  await sql`
    CREATE TABLE known_devices (
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      device_hash bytea NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      last_used_at timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (user_id, device_hash)
    )`.execute(db);
  await sql`CREATE INDEX known_devices_age ON known_devices (last_used_at)`.execute(db);
  await sql`
    CREATE TABLE reset_links (
      token_hash bytea PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      expires_at timestamptz(3) NOT NULL
    )`.execute(db);
  await sql`CREATE INDEX reset_links_user ON reset_links (user_id, created_at)`.execute(db);
  await sql`CREATE INDEX reset_links_expiry ON reset_links (expires_at)`.execute(db);
  await createConfirmationNotice(db);
}

/** Servers cache whether a session's member is confirmed: each is told when that changes. */
async function createConfirmationNotice(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE FUNCTION notify_of_confirmation() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify('session_changed', id || ' changed') FROM sessions WHERE user_id = NEW.id;
      RETURN NULL;
    END $$`.execute(db);
  await sql`
    CREATE TRIGGER users_confirmed AFTER UPDATE OF email_verified_at ON users FOR EACH ROW
    WHEN ((OLD.email_verified_at IS NULL) <> (NEW.email_verified_at IS NULL))
    EXECUTE FUNCTION notify_of_confirmation()`.execute(db);
}
