/** The members who wait for a seat. A webinar's rows change only while it is locked. */
import { LAST_MINUTES } from '@afterhours/contract/constants/webinars';
import { sql } from 'kysely';
import { isForMember } from '#access/audience.ts';
import { lockAgainstDeletion } from '#access/members.ts';
import { memberVisibleTo } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';

/** Adds a member to the end of the line, unless they are already in it. */
export async function insertWaiting(db: Db, postId: string, userId: string): Promise<void> {
  await db
    .insertInto('webinar_waiting')
    .values({ post_id: postId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns a member's place in line, from 1; null if they are not in it. */
export async function selectPlace(db: Db, postId: string, userId: string): Promise<number | null> {
  const { rows } = await sql<{ place: number }>`
    SELECT (SELECT count(*) FROM webinar_waiting before
      WHERE before.post_id = w.post_id AND before.place <= w.place)::integer AS place
    FROM webinar_waiting w WHERE w.post_id = ${postId}::uuid AND w.user_id = ${userId}::uuid`.execute(db);
  return rows[0]?.place ?? null;
}

/** Removes members from the line; returns how many were in it. */
export async function deleteWaiting(db: Db, postId: string, userIds: readonly string[]): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('webinar_waiting')
    .where('post_id', '=', postId)
    .where('user_id', 'in', userIds)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Returns the first members in line, in its order. */
export async function selectLine(db: Db, postId: string, limit: number): Promise<string[]> {
  const first = db.selectFrom('webinar_waiting').select('user_id').where('post_id', '=', postId);
  const rows = await first.orderBy('place').limit(limit).execute();
  return rows.map((row) => row.user_id);
}

/** Locks the first members in line against deletion, before the webinar is locked. */
export async function lockFirstInLine(db: Db, postId: string, limit: number): Promise<void> {
  const first = sql`SELECT user_id FROM webinar_waiting WHERE post_id = ${postId}::uuid ORDER BY place LIMIT ${limit}`;
  await lockAgainstDeletion(db, first);
}

type First = { user_id: string; mayJoin: boolean };

/**
 * Returns the first members in line, and whether each may still join: they see the webinar, are not banned, and have no
 * seat in it.
 */
export async function selectFirst(db: Db, postId: string, limit: number): Promise<First[]> {
  const [member, host] = [sql.ref('w.user_id'), sql.ref('p.user_id')];
  const { rows } = await sql<First>`
    SELECT w.user_id, ${memberVisibleTo(member, host)} AND ${memberVisibleTo(host, member)} AND ${isForMember(member)}
      AND NOT EXISTS (SELECT FROM seats s WHERE s.post_id = w.post_id AND s.user_id = w.user_id
        AND s.state IN ('held', 'paid', 'free')) AS "mayJoin"
    FROM webinar_waiting w JOIN posts p ON p.id = w.post_id
    WHERE w.post_id = ${postId}::uuid ORDER BY w.place LIMIT ${limit}`.execute(db);
  return rows;
}

/** SQL: the webinars (`lines.post_id`) with a line. Jumps from one line to the next, instead of reading every row. */
const WITH_LINES = sql`WITH RECURSIVE lines AS (
    (SELECT post_id FROM webinar_waiting ORDER BY post_id LIMIT 1)
    UNION ALL SELECT (SELECT w.post_id FROM webinar_waiting w WHERE w.post_id > lines.post_id
      ORDER BY w.post_id LIMIT 1) FROM lines WHERE lines.post_id IS NOT NULL
  )`;

/** Returns the webinars with members in line that have a free seat or an expired hold. */
export async function selectWaitedFor(db: Db): Promise<string[]> {
  const { rows } = await sql<{ post_id: string }>`
    ${WITH_LINES} SELECT w.post_id FROM lines JOIN webinars w ON w.post_id = lines.post_id
      JOIN posts p ON p.id = w.post_id
    WHERE w.cancelled_at IS NULL AND p.hidden_by IS NULL
      AND coalesce(p.starts_at > now() + make_interval(mins => ${LAST_MINUTES}), true)
      AND (w.capacity IS NULL OR w.seats_taken < w.capacity OR EXISTS (SELECT FROM seats s
        WHERE s.post_id = w.post_id AND s.state = 'held' AND s.held_until <= now()))`.execute(db);
  return rows.map((row) => row.post_id);
}

/** Ends the lines of webinars that have begun; such a webinar cannot be moved to another start. */
export async function deleteEndedLines(db: Db): Promise<void> {
  const { rows: ended } = await sql<{ id: string }>`
    ${WITH_LINES} SELECT p.id FROM lines JOIN posts p ON p.id = lines.post_id WHERE p.starts_at <= now()`.execute(db);
  if (ended.length === 0) return;
  const ids = ended.map(({ id }) => id);
  await sql`DELETE FROM webinar_waiting WHERE post_id = ANY (${ids}::uuid[])`.execute(db);
}

export async function insertOfferNotice(db: Db, postId: string, userId: string, seatId: string): Promise<void> {
  await db
    .insertInto('webinar_notices')
    .values({ post_id: postId, user_id: userId, kind: 'offered', key: seatId })
    .execute();
}
