import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE users (
      id uuid PRIMARY KEY,
      email text NOT NULL UNIQUE CHECK (email = lower(email)),
      email_verified_at timestamptz(3),
      password_hash text,
      username text NOT NULL UNIQUE CHECK (username = lower(username)),
      first_name text NOT NULL,
      last_name text NOT NULL,
      phone text,
      country text,
      profession text,
      gender text CHECK (gender IN ('male', 'female')),
      dob date,
      employment text CHECK (employment IN ('Full-Time', 'Part-Time')),
      education text CHECK (education IN ('Post Graduate', 'Graduate', 'Intermediate', 'Metric')),
      intro_details text,
      bio text,
      image text,
      cover_image text,
      notify_message boolean NOT NULL DEFAULT true,
      notify_comment boolean NOT NULL DEFAULT true,
      notify_like boolean NOT NULL DEFAULT true,
      notify_event boolean NOT NULL DEFAULT true,
      notify_follow boolean NOT NULL DEFAULT true,
      login_time timestamptz(3),
      last_seen_at timestamptz(3) NOT NULL DEFAULT now(),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      updated_at timestamptz(3) NOT NULL DEFAULT now()
    )`.execute(db);
  await sql`
    CREATE TABLE member_counters (
      user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      followers integer NOT NULL DEFAULT 0 CHECK (followers >= 0),
      followings integer NOT NULL DEFAULT 0 CHECK (followings >= 0),
      connections integer NOT NULL DEFAULT 0 CHECK (connections >= 0),
      posts integer NOT NULL DEFAULT 0 CHECK (posts >= 0),
      unread_notifications integer NOT NULL DEFAULT 0 CHECK (unread_notifications >= 0),
      total_notifications integer NOT NULL DEFAULT 0 CHECK (total_notifications >= 0),
      unread_messages integer NOT NULL DEFAULT 0 CHECK (unread_messages >= 0)
    ) WITH (fillfactor = 80)`.execute(db);
  await sql`
    CREATE TABLE sessions (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      token_hash bytea NOT NULL UNIQUE,
      user_agent text,
      address text,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      last_seen_at timestamptz(3) NOT NULL DEFAULT now(),
      expires_at timestamptz(3) NOT NULL
    )`.execute(db);
  await sql`CREATE INDEX sessions_user ON sessions (user_id, last_seen_at DESC)`.execute(db);
  await sql`CREATE INDEX sessions_expiry ON sessions (expires_at)`.execute(db);
  await sql`
    CREATE TABLE mailed_secrets (
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      purpose text NOT NULL CHECK (purpose IN ('verify', 'reset')),
      secret_hash bytea NOT NULL,
      tries_left integer NOT NULL,
      expires_at timestamptz(3) NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (user_id, purpose)
    )`.execute(db);
  await sql`CREATE INDEX mailed_secrets_hash ON mailed_secrets (secret_hash)`.execute(db);
  // The form rate-limiter-flexible expects: failed sign-ins have to survive a restart.
  await sql`
    CREATE TABLE failed_attempts (
      key text PRIMARY KEY,
      points integer NOT NULL DEFAULT 0,
      expire bigint
    )`.execute(db);
  await sql`
    CREATE TABLE idempotency_keys (
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      key text NOT NULL,
      request_hash bytea NOT NULL,
      answer text,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (user_id, key)
    )`.execute(db);
  await sql`CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at)`.execute(db);
}
