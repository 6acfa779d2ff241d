import { type Kysely, sql } from 'kysely';

/**
 * Notifications on devices. A subscription belongs to a session and ends with it; its address and keys are sealed in
 * `target`, and the hash of the address says which it is. `push_keys` has the one pair of keys of this installation,
 * and `push_messages` what waits to be sent, a row for each device and notification.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE push_subscriptions (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      session_id uuid NOT NULL UNIQUE REFERENCES sessions ON DELETE CASCADE,
      endpoint_hash bytea NOT NULL UNIQUE,
      target text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    )`.execute(db);
  await sql`CREATE INDEX push_subscriptions_user ON push_subscriptions (user_id)`.execute(db);
  await sql`
    CREATE TABLE push_keys (
      id uuid PRIMARY KEY,
      only_one boolean NOT NULL DEFAULT true UNIQUE CHECK (only_one),
      public_key text NOT NULL,
      private_key text NOT NULL
    )`.execute(db);
  // Without a reference to notifications, which would make each of their deletions dearer: what is gone is not sent.
  await sql`
    CREATE TABLE push_messages (
      subscription_id uuid NOT NULL REFERENCES push_subscriptions ON DELETE CASCADE,
      notification_id uuid NOT NULL,
      due_at timestamptz NOT NULL,
      version integer NOT NULL DEFAULT 0,
      tries smallint NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (subscription_id, notification_id)
    )`.execute(db);
  await sql`CREATE INDEX push_messages_due ON push_messages (due_at)`.execute(db);
  await sql`ALTER TABLE notification_channels ADD COLUMN push boolean`.execute(db);
  await sql`ALTER TABLE notifications ADD COLUMN pushed_at timestamptz`.execute(db);
}
