/** What happens to the rows of a webinar that staff have removed. */
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';

/** SQL: the first decision in force by which the webinar `p` will not take place: its removal, or a ban of its host. */
const ENDING = sql`(
  SELECT d.created_at FROM decisions d WHERE (d.id = p.hidden_by AND d.action IN ('remove', 'ban')
      AND NOT EXISTS (SELECT 1 FROM decisions reversal WHERE reversal.reverses = d.id))
    OR (p.hidden_by IS NOT NULL AND d.id IN (
      SELECT ban.decision_id FROM sanctions ban WHERE ban.user_id = p.user_id AND ban.until IS NULL))
  ORDER BY d.id LIMIT 1)`;

/** Locks a webinar that was removed before it began. Returns false for others, also if it was restored meanwhile. */
export async function lockRemoved(db: Db, postId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM posts p CROSS JOIN LATERAL ${ENDING} d
    WHERE p.id = ${postId}::uuid AND coalesce(p.starts_at > d.created_at, true)
    FOR NO KEY UPDATE OF p`.execute(db);
  return rows.length > 0;
}

/**
 * Records the members to notify, like the trigger for deleted webinars: they do not get the hidden title. After a ban,
 * payments may be refunded by now.
 */
export async function recordMembers(db: Db, postId: string): Promise<void> {
  await sql`
    INSERT INTO deleted_webinar_notices (post_id, user_id, starts_at, ends_at, time_zone, calendar_seq, seat)
    SELECT p.id, each.user_id, p.starts_at, w.ends_at, p.time_zone, w.calendar_seq + 1,
      CASE each.state WHEN 'refunded' THEN 'paid' WHEN 'held' THEN NULL ELSE each.state END
    FROM posts p JOIN webinars w ON w.post_id = p.id CROSS JOIN LATERAL ${ENDING} d CROSS JOIN LATERAL (
      SELECT s.user_id, s.state FROM seats s LEFT JOIN payments pay ON pay.id = s.payment_id
      WHERE s.post_id = p.id AND coalesce(pay.refund_requested_at >= d.created_at, true) AND (
        s.state IN ('paid', 'free') OR (s.state = 'refunded' AND pay.refund_requested_at IS NOT NULL)
        OR (s.state = 'held' AND (s.payment_id IS NOT NULL OR s.offered_at IS NOT NULL)))
      UNION ALL SELECT waiting.user_id, NULL FROM webinar_waiting waiting WHERE waiting.post_id = p.id
    ) each
    WHERE p.id = ${postId}::uuid AND w.cancelled_at IS NULL
    ON CONFLICT DO NOTHING`.execute(db);
}

/** Returns those of these posts that are webinars. */
export const selectWebinars = (db: Db, postIds: readonly string[]): Promise<{ postId: string }[]> =>
  db.selectFrom('posts').select('id as postId').where('id', 'in', postIds).where('post_type', '=', 'webinar').execute();

/** Returns the webinars of a member that decisions hide. */
export const selectHiddenWebinars = (db: Db, hostId: string): Promise<{ postId: string }[]> =>
  db
    .selectFrom('posts')
    .select('id as postId')
    .where('user_id', '=', hostId)
    .where('post_type', '=', 'webinar')
    .where('hidden_by', 'is not', null)
    .execute();

/** Forgets who was notified of the end of these webinars, so that they can be notified again. */
export async function forgetMembers(db: Db, postIds: readonly string[]): Promise<void> {
  await db.deleteFrom('deleted_webinar_notices').where('post_id', 'in', postIds).execute();
}
