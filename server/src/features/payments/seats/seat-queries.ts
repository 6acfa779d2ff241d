/** Seats. A seat is changed only while its webinar is locked (`lockSeating`). */
import { LAST_MINUTES } from '@afterhours/contract/constants/webinars';
import { HOLD_MINUTES, type SeatState } from '@afterhours/contract/webinars/webinars';
import { type Selectable, sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import type { SeatsTable, WebinarsTable } from '#db/schema/tables/webinars.ts';
import { newId } from '#db/statements/id.ts';

export type SeatRow = Selectable<SeatsTable>;
export type Seating = Selectable<WebinarsTable> & { waited_for: boolean };

const LIVE: readonly SeatState[] = ['held', 'paid', 'free'];

/**
 * Locks a webinar's seats, by the row with its terms, so that they are taken and given up one after another. The post
 * must be locked before, and payments after. Expired holds are released first, so `seats_taken` is exact. `waited_for`:
 * whether a free seat goes to the waiting list.
 */
export async function lockSeating(db: Db, postId: string): Promise<Seating> {
  // Servers of the previous version write posts without this row.
  await sql`INSERT INTO webinars (post_id) VALUES (${postId}::uuid) ON CONFLICT DO NOTHING`.execute(db);
  await db.selectFrom('webinars').select('post_id').where('post_id', '=', postId).forUpdate().execute();
  await sql`
    UPDATE seats SET state = 'cancelled', held_until = NULL, lapsed = offered_at IS NOT NULL
    WHERE post_id = ${postId}::uuid AND state = 'held' AND held_until <= now()`.execute(db);
  const { rows } = await sql<Seating>`
    SELECT w.*, EXISTS (SELECT FROM webinar_waiting waiting WHERE waiting.post_id = w.post_id)
      AND coalesce(p.starts_at > now() + make_interval(mins => ${LAST_MINUTES}), true) AS waited_for
    FROM webinars w JOIN posts p ON p.id = w.post_id WHERE w.post_id = ${postId}::uuid`.execute(db);
  const [seating] = rows;
  if (!seating) throw new Error(`webinar ${postId} was locked and is gone`);
  return seating;
}

export async function selectHostId(db: Db, postId: string): Promise<string | undefined> {
  const row = await db.selectFrom('posts').select('user_id').where('id', '=', postId).executeTakeFirst();
  return row?.user_id;
}

export function selectLiveSeat(db: Db, postId: string, userId: string): Promise<SeatRow | undefined> {
  return db
    .selectFrom('seats')
    .selectAll()
    .where('post_id', '=', postId)
    .where('user_id', '=', userId)
    .where('state', 'in', LIVE)
    .executeTakeFirst();
}

/** Returns the webinars in which a member has a seat, or waits for one. */
export function selectSeatedPosts(db: Db, userId: string): Promise<{ post_id: string; waits: boolean }[]> {
  const waiting = db.selectFrom('webinar_waiting').select(['post_id', sql<boolean>`true`.as('waits')]);
  return db
    .selectFrom('seats')
    .select(['post_id', sql<boolean>`false`.as('waits')])
    .where('user_id', '=', userId)
    .where('state', 'in', LIVE)
    .union(waiting.where('user_id', '=', userId))
    .execute();
}

type NewSeat = Pick<SeatRow, 'post_id' | 'user_id' | 'payment_id'> & { state: 'held' | 'paid' | 'free' };

const holdEnd = sql<Date>`now() + make_interval(mins => ${HOLD_MINUTES})`;

/** Inserts a seat. A seat with the state `held` is held for HOLD_MINUTES. */
export function insertSeat(db: Db, seat: NewSeat): Promise<SeatRow> {
  return db
    .insertInto('seats')
    .values({ id: newId(), ...seat, held_until: seat.state === 'held' ? holdEnd : null })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** SQL: the end of an offer made now in the webinar `p`: a quarter of the time left, between 15 minutes and a day. */
const OFFER_END = sql`now() + greatest(interval '15 minutes',
  least(interval '24 hours', coalesce((p.starts_at - now()) / 4, interval '24 hours')))`;

/** Holds a seat for a member on the waiting list. */
export async function offerSeat(db: Db, { postId, userId }: { postId: string; userId: string }): Promise<SeatRow> {
  const { rows } = await sql<SeatRow>`
    INSERT INTO seats (id, post_id, user_id, state, offered_at, held_until)
    SELECT ${newId()}::uuid, p.id, ${userId}::uuid, 'held', now(), ${OFFER_END}
    FROM posts p WHERE p.id = ${postId}::uuid RETURNING *`.execute(db);
  const [seat] = rows;
  if (!seat) throw new Error(`webinar ${postId} was locked and is gone`);
  return seat;
}

/** Shortens the offers of a webinar that was moved to an earlier time, as if they were made now. */
export async function shortenOffers(db: Db, postId: string): Promise<void> {
  await sql`
    UPDATE seats s SET held_until = ${OFFER_END} FROM posts p
    WHERE s.post_id = ${postId}::uuid AND p.id = s.post_id AND s.state = 'held' AND s.offered_at IS NOT NULL
      AND s.payment_id IS NULL AND s.held_until > ${OFFER_END}`.execute(db);
}

/** Takes a seat that was held for the member, in a free webinar. */
export function takeHeldSeat(db: Db, seatId: string): Promise<SeatRow> {
  return db
    .updateTable('seats')
    .set({ state: 'free', held_until: null })
    .where('id', '=', seatId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Stores the payment of a seat that is held or paid. A hold then lasts for at least HOLD_MINUTES from now. */
export async function setSeatPayment(
  db: Db,
  seatId: string,
  { paymentId, state }: { paymentId: string; state: 'held' | 'paid' },
): Promise<void> {
  await db
    .updateTable('seats')
    .set({
      payment_id: paymentId,
      state,
      held_until: state === 'held' ? sql<Date>`greatest(held_until, ${holdEnd})` : null,
    })
    .where('id', '=', seatId)
    .execute();
}

export function endSeat(db: Db, seatId: string, state: 'cancelled' | 'refunded'): Promise<SeatRow> {
  return db
    .updateTable('seats')
    .set({ state, held_until: null })
    .where('id', '=', seatId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Ends the seat of a refunded payment. Returns whether there was one. */
export async function endSeatOfPayment(db: Db, paymentId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('seats')
    .set({ state: 'refunded', held_until: null })
    .where('payment_id', '=', paymentId)
    .where('state', 'in', LIVE)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns webinars with expired holds, from among the holds that expired first. */
export async function selectEndedHolds(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ post_id: string }>`
    SELECT DISTINCT post_id FROM (
      SELECT post_id FROM seats WHERE state = 'held' AND held_until <= now() ORDER BY held_until LIMIT ${limit}
    ) ended ORDER BY post_id`.execute(db);
  return rows.map((row) => row.post_id);
}

/**
 * Ends a member's unpaid seats with a host, and returns the ids of the webinars; a paid seat ends with its refund.
 * Locks the webinars in the order of their ids.
 */
export async function endUnpaidSeats(db: Db, hostId: string, userId: string): Promise<string[]> {
  const seats = sql`SELECT s.id FROM seats s JOIN posts p ON p.id = s.post_id
    WHERE p.user_id = ${hostId}::uuid AND s.user_id = ${userId}::uuid AND s.state IN ('held', 'free')`;
  await sql`SELECT FROM webinars WHERE post_id IN (SELECT post_id FROM seats WHERE id IN (${seats}))
    ORDER BY post_id FOR UPDATE`.execute(db);
  const { rows } = await sql<{ post_id: string }>`
    UPDATE seats SET state = 'cancelled', held_until = NULL WHERE id IN (${seats}) RETURNING post_id`.execute(db);
  return rows.map((row) => row.post_id);
}
