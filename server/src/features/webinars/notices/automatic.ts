/**
 * Notices that no member's action causes: an offered seat passed to the next member, or a webinar that is over has a
 * recording. Locks are acquired in a fixed order: posts, members, webinars.
 */
import { sql } from 'kysely';
import { lockAgainstDeletion } from '#access/members.ts';
import { lockPosts } from '#access/posts.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import type { Services } from '#services.ts';
import { OVER } from '../lists/queries.ts';
import { REMINDED_SEATS } from './queries.ts';

const SEATS_PER_BATCH = 50;
const WEBINARS_PER_BATCH = 10;

/** Writes notices for a batch of lapsed offers; returns the size of the batch. */
function noticeLapsed(services: Services): Promise<number> {
  return inTransaction(services, async ({ db }) => {
    const { rows } = await sql<{ id: string; post_id: string; user_id: string }>`
      SELECT id, post_id, user_id FROM seats WHERE lapsed ORDER BY id LIMIT ${SEATS_PER_BATCH}`.execute(db);
    if (rows.length === 0) return 0;
    const postIds = [...new Set(rows.map(({ post_id }) => post_id))];
    await lockPosts(db, postIds);
    await lockAgainstDeletion(db, sql`SELECT unnest(${rows.map(({ user_id }) => user_id)}::uuid[])`);
    await sql`SELECT FROM webinars WHERE post_id = ANY (${postIds}::uuid[]) ORDER BY post_id FOR UPDATE`.execute(db);
    await sql`
      WITH noted AS (
        UPDATE seats SET lapsed = false WHERE id = ANY (${rows.map(({ id }) => id)}::uuid[]) AND lapsed
        RETURNING id, post_id, user_id
      )
      INSERT INTO webinar_notices (post_id, user_id, kind, key)
      SELECT post_id, user_id, 'lapsed', id::text FROM noted ON CONFLICT DO NOTHING`.execute(db);
    return rows.length;
  });
}

/** Writes notices for a batch of recordings; returns the number of webinars. */
function noticeRecorded(services: Services): Promise<number> {
  return inTransaction(services, async ({ db }) => {
    const { rows } = await sql<{ post_id: string }>`
      SELECT w.post_id FROM webinars w JOIN posts p ON p.id = w.post_id
      WHERE w.recording IS NOT NULL AND NOT w.recording_told AND w.cancelled_at IS NULL AND p.hidden_by IS NULL
        AND ${OVER}
      ORDER BY w.post_id LIMIT ${WEBINARS_PER_BATCH}`.execute(db);
    const ids = rows.map(({ post_id }) => post_id);
    if (ids.length === 0) return 0;
    await lockPosts(db, ids);
    await lockAgainstDeletion(
      db,
      sql`SELECT user_id FROM (${REMINDED_SEATS}) seat WHERE post_id = ANY (${ids}::uuid[])`,
    );
    await sql`
      WITH noted AS (
        UPDATE webinars SET recording_told = true
        WHERE post_id = ANY (${ids}::uuid[]) AND recording IS NOT NULL AND NOT recording_told RETURNING post_id
      )
      INSERT INTO webinar_notices (post_id, user_id, kind, key)
      SELECT s.post_id, s.user_id, 'recorded', 'recording' FROM noted JOIN (${REMINDED_SEATS}) s USING (post_id)
      ON CONFLICT DO NOTHING`.execute(db);
    return ids.length;
  });
}

/** Writes all due notices. */
export async function writeAutomaticNotices(services: Services): Promise<void> {
  while ((await noticeLapsed(services)) === SEATS_PER_BATCH);
  while ((await noticeRecorded(services)) === WEBINARS_PER_BATCH);
}
