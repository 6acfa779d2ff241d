import { type Kysely, sql } from 'kysely';

/** A kind of notification may be mailed with the digest alone, which was the meaning of no choice before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE notification_channels DROP CONSTRAINT notification_channels_mail_check,
      ADD CONSTRAINT notification_channels_mail_check
        CHECK (mail IN ('none', 'digest', 'instant', 'daily', 'weekly'))`.execute(db);
}
