/** The webinar parts of the export: the webinars that a member hosts, and their seats. */
import { sql } from 'kysely';
import { type ExportPart, part } from './part.ts';
import { exportTexts } from './texts.ts';

export const webinarParts: readonly ExportPart[] = [
  part(
    'webinars.json',
    exportTexts.webinars,
    (me) => sql`
    SELECT w.post_id AS key, jsonb_build_object('postId', w.post_id, 'endsAt', w.ends_at, 'seats', w.capacity,
      'price', w.price, 'addedTax', w.added_tax, 'currency', w.currency, 'refundPolicy', w.refund_policy,
      'cancelledAt', w.cancelled_at, 'cancelWords', w.cancel_words, 'recording', w.recording) AS entry
    FROM webinars w JOIN posts p ON p.id = w.post_id WHERE p.user_id = ${me}`,
  ),
  part(
    'seats.json',
    exportTexts.seats,
    (me) => sql`
    SELECT id AS key, jsonb_build_object('postId', post_id, 'state', state, 'heldUntil', held_until,
      'paymentId', payment_id, 'at', created_at, 'moved', moved, 'offeredAt', offered_at,
      'firstOpenedAt', first_opened_at, 'lastOpenedAt', last_opened_at) AS entry FROM seats WHERE user_id = ${me}`,
  ),
  part(
    'waiting-lists.json',
    exportTexts.waitingLists,
    (me) => sql`
    SELECT post_id AS key, jsonb_build_object('postId', post_id, 'since', created_at) AS entry
    FROM webinar_waiting WHERE user_id = ${me}`,
  ),
  part(
    'webinar-notices.json',
    exportTexts.webinarNotices,
    (me) => sql`
    SELECT id AS key, jsonb_build_object('postId', post_id, 'about', kind, 'at', created_at) AS entry
    FROM webinar_notices WHERE user_id = ${me}
    UNION ALL SELECT id, jsonb_build_object('postId', post_id, 'about', 'deleted', 'at', created_at)
    FROM deleted_webinar_notices WHERE user_id = ${me}`,
  ),
  part(
    'calendar-address.json',
    exportTexts.calendarAddress,
    (me) => sql`
    SELECT user_id AS key, jsonb_build_object('since', created_at) AS entry FROM calendar_feeds WHERE user_id = ${me}`,
  ),
];
