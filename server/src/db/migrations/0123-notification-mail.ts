import { type Kysely, sql } from 'kysely';

/**
 * Notifications by mail. `notification_channels` has what members chose about kinds of them, `notification_settings`
 * the rest, and `notification_mails` the members to whom a mail is due, one row each: it is written with the
 * notification, and goes when no notification is left to mail.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE notification_channels (
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      kind text NOT NULL,
      mail text NOT NULL CHECK (mail IN ('none', 'instant')),
      PRIMARY KEY (user_id, kind)
    )`.execute(db);
  await sql`
    CREATE TABLE notification_settings (
      user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      stopped text CHECK (stopped IN ('unsubscribed', 'refused')),
      refusals smallint NOT NULL DEFAULT 0,
      quiet_from time,
      quiet_to time,
      time_zone text,
      message_text boolean NOT NULL DEFAULT false,
      mailed_at timestamptz,
      CHECK (num_nulls(quiet_from, quiet_to, time_zone) IN (0, 3))
    )`.execute(db);
  await sql`
    CREATE TABLE notification_mails (
      user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      since timestamptz NOT NULL,
      due_at timestamptz NOT NULL,
      tries smallint NOT NULL DEFAULT 0
    )`.execute(db);
  await sql`CREATE INDEX notification_mails_due ON notification_mails (due_at)`.execute(db);
  await sql`ALTER TABLE notifications ADD COLUMN mailed_at timestamptz`.execute(db);
}
