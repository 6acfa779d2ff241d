/** Requests to join: written when a member is made, gone with the decision. */
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import type { CursorKey, PageStart } from '#db/statements/keyset.ts';
import { personColumns } from '#features/people/loaders.ts';
import type { PersonRow } from '#features/people/views.ts';

export type JoinRequestRow = PersonRow & {
  email: string;
  confirmed: boolean;
  country: string | null;
  answer: string;
  ready_at: Date;
};

export const requestKey = (row: JoinRequestRow): CursorKey => [row.ready_at.toISOString(), row.id];

/** Returns one page, and one row more, the oldest first. */
export async function selectRequests(db: Db, start: PageStart): Promise<JoinRequestRow[]> {
  const after = start.after
    ? sql`AND (r.ready_at, r.user_id) > (${start.after[0]}::timestamptz, ${start.after[1]}::uuid)`
    : sql``;
  const { rows } = await sql<JoinRequestRow>`
    SELECT u.id, ${personColumns}, u.email, u.email_verified_at IS NOT NULL AS confirmed, u.country, r.answer,
      r.ready_at
    FROM join_requests r JOIN users u ON u.id = r.user_id
    WHERE r.ready_at IS NOT NULL ${after}
    ORDER BY r.ready_at, r.user_id LIMIT ${start.limit + 1} OFFSET ${start.offset}`.execute(db);
  return rows;
}

/** Counts the requests that staff see, up to `most`. */
export async function countRequests(db: Db, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM (
      SELECT 1 FROM join_requests WHERE ready_at IS NOT NULL LIMIT ${most}) waiting`.execute(db);
  return rows[0]?.count ?? 0;
}

export type Asking = { id: string; email: string; name: string | null };

/**
 * Takes these requests out of the list and returns whose they were; those that somebody else has taken are not among
 * them. The members are locked first, as everywhere.
 */
export async function takeRequests(db: Db, userIds: readonly string[]): Promise<Asking[]> {
  const ids = sql`ANY(${[...userIds]}::uuid[])`;
  await sql`SELECT 1 FROM users WHERE id = ${ids} ORDER BY id FOR UPDATE`.execute(db);
  const { rows } = await sql<Asking>`
    DELETE FROM join_requests r USING users u
    WHERE u.id = r.user_id AND r.user_id = ${ids} AND r.ready_at IS NOT NULL
    RETURNING u.id, u.email, CASE WHEN u.email_verified_at IS NOT NULL THEN u.first_name END AS name`.execute(db);
  return rows.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}
