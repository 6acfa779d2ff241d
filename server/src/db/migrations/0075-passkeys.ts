import { type Kysely, sql } from 'kysely';

/*
 * Passkeys, and the challenges that wait for an answer: each is a row of five minutes and used once. A session that was
 * opened or confirmed by a passkey names it: that is a second factor for as long as the passkey is registered. Servers
 * cache sessions, so each is told when that changes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `CREATE TABLE credentials (
       id uuid PRIMARY KEY,
       user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
       credential_id bytea NOT NULL UNIQUE,
       public_key bytea NOT NULL,
       counter bigint NOT NULL,
       transports text[] NOT NULL,
       backed_up boolean NOT NULL,
       rp_id text NOT NULL,
       label text NOT NULL,
       created_at timestamptz(3) NOT NULL DEFAULT now(),
       last_used_at timestamptz(3)
     )`,
    'CREATE INDEX credentials_user ON credentials (user_id, created_at)',
    `CREATE TABLE credential_challenges (
       challenge_hash bytea PRIMARY KEY,
       purpose text NOT NULL CHECK (purpose IN ('register', 'sign-in', 'confirm')),
       user_id uuid REFERENCES users ON DELETE CASCADE,
       expires_at timestamptz(3) NOT NULL
     )`,
    'CREATE INDEX credential_challenges_user ON credential_challenges (user_id) WHERE user_id IS NOT NULL',
    'CREATE INDEX credential_challenges_expiry ON credential_challenges (expires_at)',
    'ALTER TABLE sessions ADD COLUMN passkey_id uuid REFERENCES credentials ON DELETE SET NULL',
    'CREATE INDEX sessions_passkey ON sessions (passkey_id) WHERE passkey_id IS NOT NULL',
    `CREATE TRIGGER sessions_passkey_changed AFTER UPDATE OF passkey_id ON sessions FOR EACH ROW
     WHEN (OLD.passkey_id IS DISTINCT FROM NEW.passkey_id) EXECUTE FUNCTION tell_of_session()`,
  ])
    await sql.raw(statement).execute(db);
}
