/**
 * Only one server at a time mails a member about notifications. Instant mails and digests both read what has not been
 * mailed yet, and mark it only after the mail server has accepted the mail.
 */
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';

/** A server sends a mail within this time, or has died. */
export const LEASE_SECONDS = 180;

/** Acquires the lease for mailing a member. Returns false if another server has it or the member does not exist. */
export async function acquireMailLease(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO notification_settings AS settings (user_id, mailing_until)
    SELECT u.id, now() + make_interval(secs => ${LEASE_SECONDS}) FROM users u WHERE u.id = ${userId}::uuid
      FOR KEY SHARE
    ON CONFLICT (user_id) DO UPDATE SET mailing_until = excluded.mailing_until
      WHERE settings.mailing_until IS NULL OR settings.mailing_until <= now()
    RETURNING 1`.execute(db);
  return rows.length > 0;
}

export async function releaseMailLease(db: Db, userId: string): Promise<void> {
  await db.updateTable('notification_settings').set({ mailing_until: null }).where('user_id', '=', userId).execute();
}
