/**
 * Ends webinars that staff have removed, or whose host they have banned, before they began: payments are refunded, and
 * members are notified as of a deletion. A job does it, because the decision locks other rows first.
 */
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { postRemoved, postShown } from '#features/moderation/events.ts';
import { lockSeating, refundWebinar } from '#features/payments/loaders.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { Services } from '#services.ts';
import { lockRecipients } from '../changes/queries.ts';

const removedJob = defineJob<{ postId: string }>('webinars.removed', { retries: 12, retryDelay: 10 });

/** Locks a webinar that was removed before it began. Returns false for others, also if it was restored meanwhile. */
async function lockRemoved(db: Db, postId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM posts p JOIN decisions d ON d.id = p.hidden_by
    WHERE p.id = ${postId}::uuid AND d.action IN ('remove', 'ban') AND coalesce(p.starts_at > d.created_at, true)
    FOR NO KEY UPDATE OF p`.execute(db);
  return rows.length > 0;
}

/**
 * Records the members to notify, like the trigger for deleted webinars: they do not get the hidden title. After a ban,
 * payments may be refunded by now.
 */
async function recordMembers(db: Db, postId: string): Promise<void> {
  await sql`
    INSERT INTO deleted_webinar_notices (post_id, user_id, starts_at, ends_at, time_zone, calendar_seq, seat)
    SELECT p.id, each.user_id, p.starts_at, w.ends_at, p.time_zone, w.calendar_seq + 1,
      CASE each.state WHEN 'refunded' THEN 'paid' WHEN 'held' THEN NULL ELSE each.state END
    FROM posts p JOIN webinars w ON w.post_id = p.id JOIN decisions d ON d.id = p.hidden_by CROSS JOIN LATERAL (
      SELECT s.user_id, s.state FROM seats s LEFT JOIN payments pay ON pay.id = s.payment_id
      WHERE s.post_id = p.id AND coalesce(pay.refund_requested_at >= d.created_at, true) AND (
        s.state IN ('paid', 'free') OR (s.state = 'refunded' AND pay.refund_requested_at IS NOT NULL)
        OR (s.state = 'held' AND (s.payment_id IS NOT NULL OR s.offered_at IS NOT NULL)))
      UNION ALL SELECT waiting.user_id, NULL FROM webinar_waiting waiting WHERE waiting.post_id = p.id
    ) each
    WHERE p.id = ${postId}::uuid AND w.cancelled_at IS NULL
    ON CONFLICT DO NOTHING`.execute(db);
}

function endRemoved(services: Services, postId: string): Promise<void> {
  return inTransaction(services, async ({ db }) => {
    if (!(await lockRemoved(db, postId))) return;
    await lockRecipients(db, postId);
    await lockSeating(db, postId);
    await recordMembers(db, postId);
    await refundWebinar(services, db, postId);
  });
}

export function registerRemovals(services: Services): void {
  services.events.withinAll(postRemoved, async ({ db }, removed) => {
    const ids = removed.map(({ postId }) => postId);
    const webinars = await db
      .selectFrom('posts')
      .select('id as postId')
      .where('id', 'in', ids)
      .where('post_type', '=', 'webinar')
      .execute();
    for (const webinar of webinars) await services.jobs.enqueue(db, removedJob, webinar);
  });
  // Members who still have a seat are notified again if the webinar is removed or deleted later.
  services.events.withinAll(postShown, async ({ db }, shown) => {
    const ids = shown.map(({ postId }) => postId);
    await db.deleteFrom('deleted_webinar_notices').where('post_id', 'in', ids).execute();
  });
  services.jobs.work(removedJob, ({ postId }) => endRemoved(services, postId));
}
