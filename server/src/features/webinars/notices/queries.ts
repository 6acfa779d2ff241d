/** Notices: what members are notified of about webinars, each once. */
import { sql } from 'kysely';
import { memberVisibleTo } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import type { NoticeKind } from '#db/schema/tables/webinars.ts';

export type Notice = { id: string; post_id: string; user_id: string; kind: NoticeKind; key: string };

/** Returns notices that have not been sent, oldest first. */
export async function selectUnsent(db: Db, limit: number): Promise<Notice[]> {
  const { rows } = await sql<Notice>`
    SELECT id, post_id, user_id, kind, key FROM webinar_notices WHERE told_at IS NULL
    ORDER BY created_at LIMIT ${limit}`.execute(db);
  return rows;
}

/** SQL: the seats whose members get reminders: free ones, and paid ones that are not being refunded. */
export const REMINDED_SEATS = sql`SELECT s.post_id, s.user_id, s.moved,
    coalesce(pay.settled_at, s.created_at) AS taken_at
  FROM seats s LEFT JOIN payments pay ON pay.id = s.payment_id
  WHERE s.state IN ('paid', 'free') AND pay.refund_requested_at IS NULL`;

/** SQL: true if the member of the notice `n` and the host of the post `p` see each other, and neither is banned. */
const SEE_EACH_OTHER = sql`(${memberVisibleTo(sql.ref('n.user_id'), sql.ref('p.user_id'))}
  AND ${memberVisibleTo(sql.ref('p.user_id'), sql.ref('n.user_id'))})`;

/** SQL: true if that member has a seat, or one is held for them. */
const IS_SEATED = sql`EXISTS (SELECT FROM seats s WHERE s.post_id = n.post_id AND s.user_id = n.user_id
  AND s.state IN ('held', 'paid', 'free'))`;

/** SQL: true if that member is on the waiting list, and it has not ended. */
const IS_WAITING = sql`(coalesce(p.starts_at > now(), true) AND EXISTS (SELECT FROM webinar_waiting waiting
  WHERE waiting.post_id = n.post_id AND waiting.user_id = n.user_id))`;

/** SQL: true if that member has a seat that is not being refunded. */
const HAS_SEAT = sql`EXISTS (SELECT FROM (${REMINDED_SEATS}) seat
  WHERE seat.post_id = n.post_id AND seat.user_id = n.user_id)`;

/**
 * SQL: true if the notice `n` still applies to the webinar `w` of the post `p`. Checked when members are notified, and
 * again when the mail is sent, which may be days later. A cancellation always applies.
 */
const VALID = sql`(n.kind = 'cancelled' OR (w.cancelled_at IS NULL AND p.hidden_by IS NULL
  AND ${SEE_EACH_OTHER} AND CASE n.kind
  WHEN 'offered' THEN EXISTS (SELECT FROM seats s WHERE s.id = n.key::uuid AND s.state = 'held'
    AND s.held_until > now())
  WHEN 'moved' THEN w.calendar_seq = n.key::integer AND (${IS_SEATED} OR ${IS_WAITING})
  WHEN 'lapsed' THEN coalesce(p.starts_at > now(), true) AND NOT ${IS_SEATED}
  WHEN 'recorded' THEN w.recording IS NOT NULL AND ${HAS_SEAT}
  ELSE p.starts_at > now() AND extract(epoch FROM p.starts_at)::bigint = n.key::bigint AND ${HAS_SEAT}
  END))`;

/** SQL: true if a payment by that member is refunded, or was, because the webinar is cancelled. */
const REFUNDS = sql`EXISTS (SELECT FROM payments pay WHERE pay.post_id = n.post_id AND pay.user_id = n.user_id
  AND pay.status IN ('completed', 'refunded') AND pay.refund_requested_at >= w.cancelled_at)`;

/** Marks notices as sent; returns those that were not yet sent and still apply. The members are locked by then. */
export async function claimNotices(db: Db, ids: readonly string[]): Promise<(Notice & { refunds: boolean })[]> {
  const { rows } = await sql<Notice & { refunds: boolean; applies: boolean }>`
    UPDATE webinar_notices n SET told_at = now() FROM webinars w JOIN posts p ON p.id = w.post_id
    WHERE n.id = ANY (${[...ids]}::uuid[]) AND n.told_at IS NULL AND w.post_id = n.post_id
    RETURNING n.id, n.post_id, n.user_id, n.kind, n.key, ${REFUNDS} AS refunds, ${VALID} AS applies`.execute(db);
  return rows.filter(({ applies }) => applies);
}

export type MailedNotice = Notice & {
  email: string;
  first_name: string;
  /** True if the member wants no mails about notifications, or the address refuses them. */
  stopped: boolean;
  /** Null if the post is hidden, and so are the host's words. */
  title: string | null;
  description: string;
  starts_at: Date | null;
  time_zone: string | null;
  updated_at: Date;
  ends_at: Date | null;
  calendar_seq: number;
  cancelled_at: Date | null;
  cancel_words: string | null;
  held_until: Date | null;
  seat_state: string | null;
  refunds: boolean;
};

/**
 * Returns a notice with the data for its mail; undefined if the member or the webinar is gone, or the notice no longer
 * applies.
 */
export async function selectMailedNotice(db: Db, id: string): Promise<MailedNotice | undefined> {
  const { rows } = await sql<MailedNotice>`
    SELECT n.id, n.post_id, n.user_id, n.kind, n.key, u.email, u.first_name,
      EXISTS (SELECT FROM notification_settings s WHERE s.user_id = u.id AND s.stopped IS NOT NULL) AS stopped,
      CASE WHEN p.hidden_by IS NULL THEN p.title END AS title,
      CASE WHEN p.hidden_by IS NULL THEN p.description ELSE '' END AS description,
      p.starts_at, p.time_zone, p.updated_at,
      w.ends_at, w.calendar_seq, w.cancelled_at,
      CASE WHEN p.hidden_by IS NULL AND ${SEE_EACH_OTHER} THEN w.cancel_words END AS cancel_words,
      seat.held_until, seat.state AS seat_state,
      ${REFUNDS} AS refunds
    FROM webinar_notices n JOIN users u ON u.id = n.user_id AND u.deleted_at IS NULL
    JOIN posts p ON p.id = n.post_id JOIN webinars w ON w.post_id = n.post_id
    LEFT JOIN LATERAL (
      SELECT s.held_until, s.state FROM seats s WHERE s.post_id = n.post_id AND s.user_id = n.user_id
      ORDER BY (s.state IN ('held', 'paid', 'free')) DESC, s.id DESC LIMIT 1
    ) seat ON true
    WHERE n.id = ${id}::uuid AND ${VALID}`.execute(db);
  return rows[0];
}
