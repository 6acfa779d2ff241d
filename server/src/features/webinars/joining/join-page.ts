/** The entrance to a webinar, for its host and members who have a seat. */
import { MINUTE_MS } from '@afterhours/contract/base/durations';
import { LAST_MINUTES } from '@afterhours/contract/constants/webinars';
import { postMessages } from '@afterhours/contract/posts/posts';
import { type JoinPage, joiningMessages } from '@afterhours/contract/webinars/joining';
import { sql } from 'kysely';
import { memberVisible, postVisible } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import { personColumns } from '#features/people/loaders.ts';
import { type PersonRow, toPersonView } from '#features/people/views.ts';
import { AppError, notFound } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';
import { stateOf } from '../lists/queries.ts';
import { notifiedOfCancellation, takenSeat } from '../seats.ts';

type JoinRow = PersonRow & {
  host_id: string;
  title: string | null;
  link: string | null;
  starts_at: Date | null;
  time_zone: string | null;
  ends_at: Date | null;
  recording: string | null;
  cancelled_at: Date | null;
  cancel_words: string | null;
  seat_id: string | null;
  notified_of_cancellation: boolean;
};

/**
 * A seat whose payment is being refunded does not count. Members with a seat keep access to the page even if they have
 * reported the webinar or no longer belong to its audience; for others it is as visible as the post.
 */
const selectJoin = async (db: Db, userId: string, postId: string): Promise<JoinRow | undefined> => {
  const { rows } = await sql<JoinRow>`
    SELECT ${personColumns}, u.id AS host_id, p.title, p.link, p.starts_at, p.time_zone, w.ends_at, w.recording,
      w.cancelled_at, w.cancel_words, seat.id AS seat_id,
      ${notifiedOfCancellation(userId, sql.ref('p.id'))} AS notified_of_cancellation
    FROM posts p JOIN users u ON u.id = p.user_id LEFT JOIN webinars w ON w.post_id = p.id
    LEFT JOIN (${takenSeat(userId)}) seat ON seat.post_id = p.id
    WHERE p.id = ${postId}::uuid AND p.post_type = 'webinar'
      AND (${postVisible(userId)} OR (seat.id IS NOT NULL AND p.hidden_by IS NULL AND ${memberVisible(userId)}))
    `.execute(db);
  return rows[0];
};

/** Records the first and the latest time at which a member has opened the link. */
async function recordOpening(db: Db, seatId: string): Promise<void> {
  await sql`UPDATE seats SET first_opened_at = coalesce(first_opened_at, now()), last_opened_at = now()
    WHERE id = ${seatId}::uuid`.execute(db);
}

/**
 * Returns a webinar's join page, with the link once it is open. Throws a 404 for a webinar that the member does not
 * see, and a 403 without a seat.
 */
export async function openJoinPage(services: Services, userId: string, postId: string): Promise<JoinPage> {
  const row = await selectJoin(services.db, userId, postId);
  if (!row) throw notFound(postMessages.notFound);
  const { host_id: hostId } = row;
  const isHost = hostId === userId;
  const state = stateOf(row);
  const mayEnter = isHost || row.seat_id !== null;
  if (!mayEnter && !(state === 'cancelled' && row.notified_of_cancellation))
    throw new AppError(403, joiningMessages.noSeat);
  const now = new Date();
  const opensAt = row.starts_at && new Date(row.starts_at.getTime() - LAST_MINUTES * MINUTE_MS);
  const isOpen = (opensAt === null || opensAt <= now) && (state === 'upcoming' || state === 'begun');
  const link = isOpen ? row.link : null;
  if (link !== null && row.seat_id !== null) await recordOpening(services.db, row.seat_id);
  return {
    _id: postId,
    title: row.title ?? '',
    host: toPersonView({ ...row, id: hostId }),
    isHost,
    state,
    startsAt: row.starts_at?.toISOString() ?? null,
    endsAt: row.ends_at?.toISOString() ?? null,
    timeZone: row.time_zone,
    opensAt: opensAt?.toISOString() ?? null,
    now: now.toISOString(),
    link,
    recording: state === 'over' ? row.recording : null,
    cancelWords: row.cancel_words,
  };
}
