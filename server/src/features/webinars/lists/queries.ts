import { currentStateOf, WEBINAR_AMOUNT } from '@afterhours/contract/constants/webinars';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { memberVisible } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import type { SeatsTable } from '#db/schema/tables/webinars.ts';
import type { CursorKey, KeyShape, PageStart } from '#db/statements/keyset.ts';
import { personColumns } from '#features/people/loaders.ts';
import type { PersonRow } from '#features/people/views.ts';
import { notifiedOfCancellation } from '../seats.ts';

export type TimedRow = {
  title: string | null;
  starts_at: Date | null;
  time_zone: string | null;
  ends_at: Date | null;
  cancelled_at: Date | null;
};

export const stateOf = ({ cancelled_at, starts_at, ends_at }: TimedRow) =>
  cancelled_at
    ? ('cancelled' as const)
    : currentStateOf({ startsAt: starts_at?.toISOString() ?? null, endsAt: ends_at?.toISOString() ?? null });

export type ManagedRow = TimedRow & {
  capacity: number | null;
  seats_taken: number;
  price: number;
  is_paid: boolean;
  waiting: number;
  recording: string | null;
  cancel_words: string | null;
};

export async function selectManaged(db: Db, postId: string): Promise<ManagedRow | undefined> {
  const { rows } = await sql<ManagedRow>`
    SELECT p.title, p.starts_at, p.time_zone, w.ends_at, w.cancelled_at, w.capacity,
      coalesce(w.seats_taken, 0) AS seats_taken, coalesce(w.price, ${WEBINAR_AMOUNT}) AS price,
      w.recording, w.cancel_words,
      EXISTS (SELECT FROM payments pay
        WHERE pay.post_id = p.id AND pay.status IN ('pending', 'completed', 'refunded')) AS is_paid,
      (SELECT count(*)::integer FROM webinar_waiting waiting WHERE waiting.post_id = p.id) AS waiting
    FROM posts p LEFT JOIN webinars w ON w.post_id = p.id WHERE p.id = ${postId}::uuid`.execute(db);
  return rows[0];
}

/** `seen` is true if the host may see the person's columns. */
type SeenPerson = PersonRow & { seen: boolean };

export type TakenRow = SeenPerson & {
  seat_id: string;
  state: 'held' | 'paid' | 'free';
  offered_at: Date | null;
  created_at: Date;
  first_opened_at: Date | null;
  last_opened_at: Date | null;
};

export const takenShape: KeyShape = ['id'];
export const takenKey = ({ seat_id }: TakenRow): CursorKey => [seat_id];

/** Returns one page, plus one row, of a webinar's seats, in the order in which they were taken. */
export async function selectTaken(db: Db, hostId: string, postId: string, start: PageStart): Promise<TakenRow[]> {
  const after = start.after ? sql`AND s.id > ${start.after[0]}::uuid` : sql``;
  const { rows } = await sql<TakenRow>`
    SELECT ${personColumns}, u.id, ${memberVisible(hostId)} AS seen, s.id AS seat_id, s.state, s.offered_at,
      s.created_at, s.first_opened_at, s.last_opened_at
    FROM seats s JOIN users u ON u.id = s.user_id
    WHERE s.post_id = ${postId}::uuid AND s.state IN ('held', 'paid', 'free') ${after}
    ORDER BY s.id LIMIT ${start.limit + 1} OFFSET ${start.offset}`.execute(db);
  return rows;
}

export type WaitingRow = SeenPerson & { place: number; created_at: Date };

export const waitingShape: KeyShape = ['position'];
export const waitingKey = ({ place }: WaitingRow): CursorKey => [place];

/** Returns one page, plus one row, of the members on the waiting list, in order. */
export async function selectWaiting(db: Db, hostId: string, postId: string, start: PageStart): Promise<WaitingRow[]> {
  const after = start.after ? sql`AND w.place > ${start.after[0]}::bigint` : sql``;
  const { rows } = await sql<WaitingRow>`
    SELECT ${personColumns}, u.id, ${memberVisible(hostId)} AS seen, w.place::float8 AS place, w.created_at
    FROM webinar_waiting w JOIN users u ON u.id = w.user_id
    WHERE w.post_id = ${postId}::uuid ${after}
    ORDER BY w.place LIMIT ${start.limit + 1} OFFSET ${start.offset}`.execute(db);
  return rows;
}

export type OwnSeatRow = TimedRow &
  PersonRow & {
    post_id: string;
    host_id: string;
    begins: Date;
    refund_policy: 'full_until_24h' | 'full_until_7d' | 'none';
    recorded: boolean;
    cancel_words: string | null;
    seat:
      | (Pick<Selectable<SeatsTable>, 'id' | 'state' | 'moved'> & {
          held_until: string | null;
          offered: boolean;
          paid: { amount: number; currency: string } | null;
        })
      | null;
    place: number | null;
  };

export const ownSeatShape: KeyShape = ['time', 'id'];
export const ownSeatKey = ({ begins, post_id }: OwnSeatRow): CursorKey => [begins.toISOString(), post_id];

/** A webinar without a start sorts after all others. */
const BEGINS = sql`date_trunc('milliseconds', coalesce(p.starts_at, '9999-12-31T00:00:00Z'::timestamptz))`;
/** SQL: whether the webinar `w` of the post `p` is over, by the same rule as in `currentStateOf`. */
export const OVER = sql`coalesce(w.ends_at, p.starts_at + interval '1 day') <= now()`;

/**
 * SQL: a member's latest seat in each webinar, if it is live or was until the cancellation, and their places in line.
 */
const mine = (userId: string): RawBuilder<unknown> => sql`
  SELECT seat.post_id, json_build_object('id', seat.id, 'state', seat.state, 'held_until', seat.held_until,
    'moved', seat.moved, 'offered', seat.offered_at IS NOT NULL, 'paid', CASE WHEN seat.state = 'paid' THEN
      (SELECT json_build_object('amount', amount, 'currency', currency) FROM payments WHERE id = seat.payment_id)
      END) AS seat, NULL::integer AS place
  FROM (SELECT DISTINCT ON (s.post_id) s.* FROM seats s WHERE s.user_id = ${userId}::uuid
    ORDER BY s.post_id, (s.state IN ('held', 'paid', 'free')) DESC, s.id DESC) seat
  WHERE seat.state IN ('paid', 'free') OR (seat.state = 'held' AND seat.held_until > now())
    OR ${notifiedOfCancellation(userId, sql.ref('seat.post_id'))}
  UNION ALL SELECT w.post_id, NULL, (SELECT count(*) FROM webinar_waiting before
    WHERE before.post_id = w.post_id AND before.place <= w.place)::integer
  FROM webinar_waiting w WHERE w.user_id = ${userId}::uuid`;

/**
 * Returns one page, plus one row, of the webinars in which a member has a seat or is on the waiting list: those that
 * are not over, soonest first, or past ones, latest first. A webinar that the member has reported stays in the list.
 */
export async function selectOwnSeats(db: Db, userId: string, past: boolean, start: PageStart): Promise<OwnSeatRow[]> {
  const [then, id] = start.after ?? [];
  const key = sql`(${then}::timestamptz, ${id}::uuid)`;
  const after = start.after ? sql`AND (${BEGINS}, p.id) ${past ? sql`<` : sql`>`} ${key}` : sql``;
  const order = past ? sql`${BEGINS} DESC, p.id DESC` : sql`${BEGINS}, p.id`;
  const { rows } = await sql<OwnSeatRow>`
    SELECT ${personColumns}, u.id AS host_id, p.id AS post_id, p.title, p.starts_at, p.time_zone, ${BEGINS} AS begins,
      w.ends_at, w.cancelled_at, w.refund_policy, w.recording IS NOT NULL AS recorded, w.cancel_words,
      mine.seat, mine.place
    FROM (${mine(userId)}) mine JOIN posts p ON p.id = mine.post_id JOIN webinars w ON w.post_id = p.id
    JOIN users u ON u.id = p.user_id
    WHERE ${memberVisible(userId)} AND p.hidden_by IS NULL AND coalesce(${OVER}, false) = ${past} ${after}
    ORDER BY ${order} LIMIT ${start.limit + 1} OFFSET ${start.offset}`.execute(db);
  return rows;
}
