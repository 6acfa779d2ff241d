/** The rows that change when a webinar is cancelled or moved. The webinar is locked by then. */
import { sql } from 'kysely';
import { lockAgainstDeletion } from '#access/members.ts';
import type { Db } from '#db/connection/pool.ts';
import type { NoticeKind } from '#db/schema/tables/webinars.ts';

/** Locks a webinar's post for a change of its time; seats can still be taken until the webinar is locked. */
export function lockPostForNewTime(db: Db, postId: string) {
  return db
    .selectFrom('posts')
    .select(['id', 'user_id', 'starts_at'])
    .where('id', '=', postId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Locks the members who will be notified against deletion, before the webinar is locked. */
export async function lockRecipients(db: Db, postId: string): Promise<void> {
  const recipients = sql`SELECT user_id FROM seats WHERE post_id = ${postId}::uuid AND state IN ('held', 'paid', 'free')
    UNION SELECT user_id FROM webinar_waiting WHERE post_id = ${postId}::uuid`;
  await lockAgainstDeletion(db, recipients);
}

export async function setTimes(
  db: Db,
  postId: string,
  { startsAt, endsAt }: { startsAt: Date | null; endsAt: Date | null },
): Promise<void> {
  await sql`UPDATE posts SET starts_at = ${startsAt}, updated_at = now() WHERE id = ${postId}::uuid`.execute(db);
  await db.updateTable('webinars').set({ ends_at: endsAt }).where('post_id', '=', postId).execute();
}

/** Creates a new version of the calendar entry and returns its number. */
export async function nextCalendarVersion(db: Db, postId: string): Promise<number> {
  const { rows } = await sql<{ calendar_seq: number }>`
    UPDATE webinars SET calendar_seq = calendar_seq + 1 WHERE post_id = ${postId}::uuid RETURNING calendar_seq
  `.execute(db);
  return rows[0]?.calendar_seq ?? 0;
}

/**
 * Lets members who have a seat, or are paying for one, give it back whatever the refund policy. Members who have not
 * started to pay will pay for the new time.
 */
export async function markMoved(db: Db, postId: string): Promise<void> {
  await sql`
    UPDATE seats SET moved = true WHERE post_id = ${postId}::uuid AND NOT moved
      AND (state IN ('paid', 'free') OR (state = 'held' AND payment_id IS NOT NULL))`.execute(db);
}

/** Writes notices for everyone who has a seat or is paying for one, and for everyone on the waiting list. */
export async function insertNotices(db: Db, postId: string, kind: NoticeKind, key: string): Promise<void> {
  const seated = sql`SELECT user_id FROM seats WHERE post_id = ${postId}::uuid
    AND (state IN ('paid', 'free') OR (state = 'held' AND (payment_id IS NOT NULL OR offered_at IS NOT NULL)))`;
  const waiting = sql`SELECT user_id FROM webinar_waiting WHERE post_id = ${postId}::uuid`;
  await sql`
    INSERT INTO webinar_notices (post_id, user_id, kind, key)
    SELECT ${postId}::uuid, user_id, ${kind}, ${key} FROM (${seated} UNION ${waiting}) each
    ON CONFLICT DO NOTHING`.execute(db);
}

/** Marks a webinar as cancelled, and ends its waiting list and the unpaid seats. */
export async function cancelRows(db: Db, postId: string, words: string | null): Promise<Date> {
  await sql`
    UPDATE seats SET state = 'cancelled', held_until = NULL
    WHERE post_id = ${postId}::uuid AND state IN ('held', 'free')`.execute(db);
  await db.deleteFrom('webinar_waiting').where('post_id', '=', postId).execute();
  const { rows } = await sql<{ cancelled_at: Date }>`
    UPDATE webinars SET cancelled_at = now(), cancel_words = ${words} WHERE post_id = ${postId}::uuid
    RETURNING cancelled_at`.execute(db);
  return rows[0]?.cancelled_at ?? new Date();
}

/**
 * Returns how many seconds a webinar has to wait until it can be moved again, if everyone with a seat is to be
 * notified at most `max` times a day; 0 if it can be moved now.
 */
export async function selectMovePause(db: Db, postId: string, max: number): Promise<number> {
  const { rows } = await sql<{ wait: number }>`
    SELECT ceil(extract(epoch FROM min(created_at) + interval '1 day' - now()))::integer AS wait
    FROM webinar_notices WHERE post_id = ${postId}::uuid AND kind = 'moved' AND created_at > now() - interval '1 day'
    GROUP BY key ORDER BY wait DESC OFFSET ${max - 1} LIMIT 1`.execute(db);
  return rows[0]?.wait ?? 0;
}
