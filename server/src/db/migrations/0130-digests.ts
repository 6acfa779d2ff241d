import { type Kysely, sql } from 'kysely';

/**
 * Mails of a day and of a week. `notification_digests` has the members who want one, each with the time of the next;
 * `weekly_at` is that of the next weekly one. `mailing_until` lets one server at a time mail a member anything about
 * notifications, and `digested_at` no second digest go on a day.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE notification_channels DROP CONSTRAINT notification_channels_mail_check,
      ADD CONSTRAINT notification_channels_mail_check CHECK (mail IN ('none', 'instant', 'daily', 'weekly'))
    `.execute(db);
  await sql`
    ALTER TABLE notification_settings
      ADD COLUMN digest text NOT NULL DEFAULT 'none' CHECK (digest IN ('none', 'daily', 'weekly')),
      ADD COLUMN digest_hour smallint NOT NULL DEFAULT 8 CHECK (digest_hour BETWEEN 0 AND 23),
      ADD COLUMN digest_weekday smallint NOT NULL DEFAULT 1 CHECK (digest_weekday BETWEEN 1 AND 7),
      ADD COLUMN digest_zone text,
      ADD COLUMN digest_stopped boolean NOT NULL DEFAULT false,
      ADD COLUMN calm boolean NOT NULL DEFAULT false,
      ADD COLUMN mailing_until timestamptz,
      ADD COLUMN digested_at timestamptz`.execute(db);
  await sql`
    CREATE TABLE notification_digests (
      user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      since timestamptz NOT NULL DEFAULT now(),
      due_at timestamptz NOT NULL,
      weekly_at timestamptz,
      tries smallint NOT NULL DEFAULT 0
    )`.execute(db);
  await sql`CREATE INDEX notification_digests_due ON notification_digests (due_at)`.execute(db);
}
