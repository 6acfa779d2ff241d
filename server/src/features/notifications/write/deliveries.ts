/** SQL that schedules mails and pushes for the notifications in `written`, which come from those in `requested`. */
import { sql } from 'kysely';

/** The delay of mails and pushes, which gives the member time to read in the app, and lets more notifications join. */
const DELAY_SECONDS = sql.lit(30);

/**
 * SQL: schedules a mail to the members among `written` who want these notifications mailed instantly. A notification
 * that was mailed and is still unread is not mailed again. Concurrent transactions may write in another order than they
 * began, so the earliest `since` counts.
 */
export const QUEUE_MAILS = sql`
  INSERT INTO notification_mails AS waiting (user_id, since, due_at)
  SELECT DISTINCT w.user_id, now(), now() + make_interval(secs => ${DELAY_SECONDS})
  FROM written w JOIN requested r ON r.user_id = w.user_id AND r.group_key = w.group_key
  WHERE w.mailed_at IS NULL AND coalesce((SELECT c.mail FROM notification_channels c
    WHERE c.user_id = w.user_id AND c.kind = r.mail_kind), r.mail) = 'instant'
  ON CONFLICT (user_id) DO UPDATE SET since = least(waiting.since, excluded.since)`;

/** A notification that was pushed to a device is not pushed again within this time, however many actors join it. */
const PUSHED_AGAIN_MINUTES = sql.lit(10);

/**
 * SQL: schedules pushes of `written` to the devices of members who want them. Locks the devices first, so that a
 * session that ends concurrently either waits or is already gone. A push that is already waiting gets a new version.
 */
export const QUEUE_PUSHES = sql`
  INSERT INTO push_messages AS waiting (subscription_id, notification_id, due_at)
  SELECT d.id, w.id, greatest(now() + make_interval(secs => ${DELAY_SECONDS}),
    w.pushed_at + make_interval(mins => ${PUSHED_AGAIN_MINUTES}))
  FROM written w JOIN push_subscriptions d ON d.user_id = w.user_id
  WHERE EXISTS (SELECT 1 FROM requested r WHERE r.user_id = w.user_id AND r.group_key = w.group_key
    AND coalesce((SELECT c.push FROM notification_channels c
      WHERE c.user_id = w.user_id AND c.kind = r.mail_kind), r.push))
  ORDER BY d.id, w.id FOR KEY SHARE OF d
  ON CONFLICT (subscription_id, notification_id) DO UPDATE SET version = waiting.version + 1`;
