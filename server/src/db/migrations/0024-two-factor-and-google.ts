import { type Kysely, sql } from 'kysely';

/*
 * `two_factor` holds a secret from the moment its QR code is shown; it is asked for once `users.two_factor_enabled_at`
 * is set. `last_step` is the last 30-second step whose code was used: none works twice. A session is `limited` while
 * its member still owes what Google does not know.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE two_factor (
      user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      secret text NOT NULL,
      last_step bigint NOT NULL DEFAULT 0,
      created_at timestamptz(3) NOT NULL DEFAULT now()
    )`.execute(db);
  await sql`
    CREATE TABLE recovery_codes (
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      code_hash bytea NOT NULL,
      PRIMARY KEY (user_id, code_hash)
    )`.execute(db);
  await sql`
    CREATE TABLE sign_in_challenges (
      challenge_hash bytea PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      password_hash text,
      tries_left integer NOT NULL,
      expires_at timestamptz(3) NOT NULL
    )`.execute(db);
  await sql`CREATE INDEX sign_in_challenges_user ON sign_in_challenges (user_id)`.execute(db);
  await sql`CREATE INDEX sign_in_challenges_expiry ON sign_in_challenges (expires_at)`.execute(db);
  await sql`
    CREATE TABLE social_identities (
      provider text NOT NULL CHECK (provider IN ('google')),
      subject text NOT NULL,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (provider, subject),
      UNIQUE (user_id, provider)
    )`.execute(db);
  await sql`ALTER TABLE sessions ADD COLUMN limited boolean NOT NULL DEFAULT false`.execute(db);
}
