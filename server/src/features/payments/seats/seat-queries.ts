/** Seats. Each change of one is made while the webinar is locked (`lockSeating`). */
import { LAST_MINUTES } from '@afterhours/contract/constants/webinars';
import { HOLD_MINUTES, type SeatState } from '@afterhours/contract/webinars';
import { type Selectable, sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import type { SeatsTable, WebinarsTable } from '#db/schema/tables/webinars.ts';
import { newId } from '#db/statements/id.ts';

export type SeatRow = Selectable<SeatsTable>;
export type Seating = Selectable<WebinarsTable> & { waited_for: boolean };

const LIVE: readonly SeatState[] = ['held', 'paid', 'free'];

/**
 * Locks what a webinar offers, so that its seats are taken and given up one after another. The post is locked before,
 * payments after. Holds that have ended are released first, so `seats_taken` is exact. `waited_for`: a seat that is
 * free is for the waiting list.
 */
export async function lockSeating(db: Db, postId: string): Promise<Seating> {
  // The version before writes posts without it.
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

/** Locks a post with its author and time, whoever sees it; for giving up a seat. */
export function lockSeatedPost(db: Db, postId: string) {
  return db.selectFrom('posts').select(['id', 'starts_at']).where('id', '=', postId).forKeyShare().executeTakeFirst();
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

type NewSeat = Pick<SeatRow, 'post_id' | 'user_id' | 'payment_id'> & { state: 'held' | 'paid' | 'free' };

const holdEnd = sql<Date>`now() + make_interval(mins => ${HOLD_MINUTES})`;

/** Adds a seat; one that is `held` is kept for ten minutes. */
export function insertSeat(db: Db, seat: NewSeat): Promise<SeatRow> {
  return db
    .insertInto('seats')
    .values({ id: newId(), ...seat, held_until: seat.state === 'held' ? holdEnd : null })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** SQL: until when a seat in the webinar `p` is kept that is offered now: a quarter of the time left, at most a day. */
const OFFER_END = sql`now() + greatest(interval '15 minutes',
  least(interval '24 hours', coalesce((p.starts_at - now()) / 4, interval '24 hours')))`;

/** Keeps a seat for a member who has waited for it. */
export async function offerSeat(db: Db, { postId, userId }: { postId: string; userId: string }): Promise<SeatRow> {
  const { rows } = await sql<SeatRow>`
    INSERT INTO seats (id, post_id, user_id, state, offered_at, held_until)
    SELECT ${newId()}::uuid, p.id, ${userId}::uuid, 'held', now(), ${OFFER_END}
    FROM posts p WHERE p.id = ${postId}::uuid RETURNING *`.execute(db);
  const [seat] = rows;
  if (!seat) throw new Error(`webinar ${postId} was locked and is gone`);
  return seat;
}

/** Ends the offers of a webinar that begins sooner than it did as soon as if they were made now. */
export async function shortenOffers(db: Db, postId: string): Promise<void> {
  await sql`
    UPDATE seats s SET held_until = ${OFFER_END} FROM posts p
    WHERE s.post_id = ${postId}::uuid AND p.id = s.post_id AND s.state = 'held' AND s.offered_at IS NOT NULL
      AND s.payment_id IS NULL AND s.held_until > ${OFFER_END}`.execute(db);
}

/** Takes a seat that is held for a member in a webinar that has become, or is, free. */
export function takeHeldSeat(db: Db, seatId: string): Promise<SeatRow> {
  return db
    .updateTable('seats')
    .set({ state: 'free', held_until: null })
    .where('id', '=', seatId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The seat is paid for by this payment, or is being paid for. A hold ends no sooner than ten minutes from then. */
export async function givePayment(
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

/** Ends the seat of a payment that is refunded; returns whether there was one. */
export async function endSeatOfPayment(db: Db, paymentId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('seats')
    .set({ state: 'refunded', held_until: null })
    .where('payment_id', '=', paymentId)
    .where('state', 'in', LIVE)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns the webinars in which holds have ended, those that ended first before. */
export async function selectEndedHolds(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ post_id: string }>`
    SELECT DISTINCT post_id FROM (
      SELECT post_id FROM seats WHERE state = 'held' AND held_until <= now() ORDER BY held_until LIMIT ${limit}
    ) ended ORDER BY post_id`.execute(db);
  return rows.map((row) => row.post_id);
}

/**
 * Ends the seats of a member with a host that are not paid for, and returns the webinars; a paid seat ends with its
 * refund. Locks the webinars in order.
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
