/** The URL at which a calendar app reads a member's webinars. Only the hash of its secret is stored. */
import { sql } from 'kysely';
import { memberVisible } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import { createToken, hashToken } from '#http/gate/tokens.ts';
import { notifiedOfCancellation, takenSeat } from '../seats.ts';
import type { CalendarEntry } from './calendar.ts';

/** Past webinars stay in the feed for this long; calendar apps drop what a feed no longer contains. */
const DAYS_KEPT = sql.lit(90);
const MAX_ENTRIES = 500;

/** Creates or replaces a member's URL and returns its secret. */
export async function renewFeed(db: Db, userId: string): Promise<{ token: string; since: Date }> {
  const { token, hash } = createToken();
  const { rows } = await sql<{ created_at: Date }>`
    INSERT INTO calendar_feeds (user_id, token_hash) VALUES (${userId}::uuid, ${hash})
    ON CONFLICT (user_id) DO UPDATE SET token_hash = excluded.token_hash, created_at = now()
    RETURNING created_at`.execute(db);
  return { token, since: rows[0]?.created_at ?? new Date() };
}

export async function endFeed(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('calendar_feeds').where('user_id', '=', userId).execute();
}

export async function selectFeedSince(db: Db, userId: string): Promise<Date | null> {
  const columns = db.selectFrom('calendar_feeds').select('created_at');
  return (await columns.where('user_id', '=', userId).executeTakeFirst())?.created_at ?? null;
}

/** Returns the owner of this URL, or null if there is none. Does not return banned members. */
export async function findFeedOwner(db: Db, token: string): Promise<string | null> {
  const { rows } = await sql<{ user_id: string }>`
    SELECT f.user_id FROM calendar_feeds f JOIN users u ON u.id = f.user_id
    WHERE f.token_hash = ${hashToken(token)} AND u.deleted_at IS NULL
      AND NOT EXISTS (SELECT FROM sanctions ban WHERE ban.user_id = u.id AND ban.until IS NULL)`.execute(db);
  return rows[0]?.user_id ?? null;
}

const ENTRY = sql`p.id AS "postId", coalesce(p.title, '') AS title, p.description, p.starts_at AS "startsAt",
  w.ends_at AS "endsAt", w.calendar_seq AS sequence, w.cancelled_at IS NOT NULL AS cancelled,
  coalesce(w.cancelled_at, p.updated_at) AS "changedAt"`;

/**
 * Returns a webinar in which a member has a seat, even if they have reported it or no longer belong to its audience.
 */
export async function selectSeatedEntry(db: Db, userId: string, postId: string): Promise<CalendarEntry | undefined> {
  const { rows } = await sql<CalendarEntry>`
    SELECT ${ENTRY} FROM posts p JOIN webinars w ON w.post_id = p.id JOIN users u ON u.id = p.user_id
    WHERE p.id = ${postId}::uuid AND p.id IN (SELECT seat.post_id FROM (${takenSeat(userId)}) seat)
      AND p.starts_at IS NOT NULL AND p.hidden_by IS NULL AND ${memberVisible(userId)}`.execute(db);
  return rows[0];
}

/** Returns the webinars that a member hosts or has a seat in, or had a seat in when they were cancelled. */
export async function selectEntries(db: Db, userId: string): Promise<CalendarEntry[]> {
  const { rows } = await sql<CalendarEntry>`
    SELECT ${ENTRY} FROM posts p JOIN webinars w ON w.post_id = p.id JOIN users u ON u.id = p.user_id
    WHERE p.id IN (
      SELECT s.post_id FROM seats s WHERE s.user_id = ${userId}::uuid
        AND (s.state IN ('paid', 'free') OR ${notifiedOfCancellation(userId, sql.ref('s.post_id'))})
      UNION SELECT hosted.id FROM posts hosted WHERE hosted.user_id = ${userId}::uuid AND hosted.post_type = 'webinar'
    ) AND p.hidden_by IS NULL AND ${memberVisible(userId)}
      AND p.starts_at > now() - make_interval(days => ${DAYS_KEPT})
    ORDER BY p.starts_at DESC LIMIT ${MAX_ENTRIES}`.execute(db);
  return rows;
}

/** Returns the number of the present version of a webinar's calendar entry. */
export async function selectVersion(db: Db, postId: string): Promise<number> {
  const columns = db.selectFrom('webinars').select('calendar_seq');
  return (await columns.where('post_id', '=', postId).executeTakeFirst())?.calendar_seq ?? 0;
}
