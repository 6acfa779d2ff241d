/** Requests to join: inserted with a new member, deleted by the decision. */
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

/** Returns one page, plus one row, oldest first. */
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

/** Counts the requests that staff see, up to `limit`. */
export async function countRequests(db: Db, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM (
      SELECT 1 FROM join_requests WHERE ready_at IS NOT NULL LIMIT ${limit}) waiting`.execute(db);
  return rows[0]?.count ?? 0;
}

export type Applicant = { id: string; email: string; name: string | null };

/**
 * Takes these requests off the list and returns their members; requests that somebody else has already taken are
 * missing. The members are locked first, in the order of locks (`architecture.md`).
 */
export async function takeRequests(db: Db, userIds: readonly string[]): Promise<Applicant[]> {
  const ids = sql`ANY(${[...userIds]}::uuid[])`;
  await sql`SELECT 1 FROM users WHERE id = ${ids} ORDER BY id FOR UPDATE`.execute(db);
  const { rows } = await sql<Applicant>`
    DELETE FROM join_requests r USING users u
    WHERE u.id = r.user_id AND r.user_id = ${ids} AND r.ready_at IS NOT NULL
    RETURNING u.id, u.email, CASE WHEN u.email_verified_at IS NOT NULL THEN u.first_name END AS name`.execute(db);
  return rows.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}
