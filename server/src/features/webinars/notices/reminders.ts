/**
 * Reminders a day and an hour before the start. A webinar is due if it begins within that time and members were not yet
 * reminded of this start. If it is moved, they are reminded again. Members who take a seat when a reminder is already
 * due know the start, and do not get that reminder.
 */
import { sql } from 'kysely';
import { lockAgainstDeletion } from '#access/members.ts';
import { lockPosts } from '#access/posts.ts';
import { memberVisibleTo } from '#access/visibility.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import type { Services } from '#services.ts';
import { REMINDED_SEATS } from './queries.ts';

const BATCH_SIZE = 20;

/**
 * When each reminder is due: between `most` and `least` before the start, so that a server that was down still sends it
 * late, but not too late.
 */
const reminders = {
  day: { column: sql.ref('reminded_day'), most: '24 hours', least: '2 hours' },
  hour: { column: sql.ref('reminded_hour'), most: '1 hour', least: '0 hours' },
} as const;
type Reminder = keyof typeof reminders;

const BEGINS = sql`coalesce(p.starts_at, 'infinity'::timestamptz)`;

/** SQL: true if the webinar `p` begins within the time of a reminder. */
const isDue = (kind: Reminder) => sql`p.post_type = 'webinar'
  AND ${BEGINS} > now() + ${sql.lit(reminders[kind].least)}::interval
  AND ${BEGINS} <= now() + ${sql.lit(reminders[kind].most)}::interval`;

/** Writes notices for a batch of webinars; returns the size of the batch. */
function remindBatch(services: Services, kind: Reminder): Promise<number> {
  const { column, most } = reminders[kind];
  return inTransaction(services, async ({ db }) => {
    const { rows: due } = await sql<{ id: string }>`
      SELECT p.id FROM posts p JOIN webinars w ON w.post_id = p.id
      WHERE ${isDue(kind)} AND p.hidden_by IS NULL AND w.cancelled_at IS NULL
        AND w.${column} IS DISTINCT FROM p.starts_at
      ORDER BY ${BEGINS}, p.id LIMIT ${BATCH_SIZE}`.execute(db);
    const ids = due.map(({ id }) => id);
    if (ids.length === 0) return 0;
    await lockPosts(db, ids);
    const seated = sql`SELECT user_id FROM (${REMINDED_SEATS}) seat WHERE post_id = ANY (${ids}::uuid[])`;
    await lockAgainstDeletion(db, seated);
    await sql`
      WITH marked AS (
        UPDATE webinars w SET ${column} = p.starts_at FROM posts p
        WHERE w.post_id = ANY (${ids}::uuid[]) AND p.id = w.post_id AND w.${column} IS DISTINCT FROM p.starts_at
        RETURNING w.post_id, p.starts_at, p.user_id AS host_id
      )
      INSERT INTO webinar_notices (post_id, user_id, kind, key)
      SELECT s.post_id, s.user_id, ${kind}, extract(epoch FROM m.starts_at)::bigint::text
      FROM marked m JOIN (${REMINDED_SEATS}) s ON s.post_id = m.post_id
      WHERE ${memberVisibleTo(sql.ref('s.user_id'), sql.ref('m.host_id'))}
        AND (s.moved OR s.taken_at <= m.starts_at - ${sql.lit(most)}::interval)
      ON CONFLICT DO NOTHING`.execute(db);
    return ids.length;
  });
}

/** Writes the notices of all reminders that are due. */
export async function remindDue(services: Services): Promise<void> {
  for (const kind of ['day', 'hour'] as const) while ((await remindBatch(services, kind)) === BATCH_SIZE);
}
