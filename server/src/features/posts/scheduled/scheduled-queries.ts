import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import type { ScheduledBody } from '#db/schema/tables/posts.ts';
import type { CursorKey, PageStart } from '#db/statements/keyset.ts';
import { sanctionOf } from '#http/gate/sessions.ts';
import type { AttachmentRow } from '../views.ts';

export type ScheduledRow = {
  id: string;
  publish_at: Date;
  problem: string | null;
  body: ScheduledBody;
  created_at: Date;
  updated_at: Date;
};

const columns = ['id', 'publish_at', 'problem', 'body', 'created_at', 'updated_at'] as const;

export const scheduledKey = (row: ScheduledRow): CursorKey => [row.publish_at.toISOString(), row.id];

/** Returns one page, plus one row, of a member's scheduled posts, soonest first. */
export async function selectScheduled(
  db: Db,
  userId: string,
  { after, limit, offset }: PageStart,
): Promise<ScheduledRow[]> {
  const later = after ? sql`AND (publish_at, id) > (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``;
  const { rows } = await sql<ScheduledRow>`
    SELECT id, publish_at, problem, body, created_at, updated_at FROM scheduled_posts
    WHERE user_id = ${userId}::uuid ${later}
    ORDER BY publish_at, id LIMIT ${limit + 1} OFFSET ${offset}`.execute(db);
  return rows;
}

export function selectOneScheduled(db: Db, userId: string, id: string): Promise<ScheduledRow | undefined> {
  return db
    .selectFrom('scheduled_posts')
    .select(columns)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Returns the pictures used by scheduled posts, by file name. */
export async function loadPictures(db: Db, filenames: readonly string[]): Promise<Map<string, AttachmentRow>> {
  if (filenames.length === 0) return new Map();
  const rows = await db
    .selectFrom('uploads')
    .select(['id', 'folder', 'filename', 'width', 'height', 'placeholder'])
    .where('filename', 'in', filenames)
    .execute();
  return new Map(
    rows.map(({ width, height, placeholder, ...row }) => [
      row.filename,
      { ...row, width: width ?? 0, height: height ?? 0, placeholder: placeholder ?? '', alt: '' },
    ]),
  );
}

/** Locks a member, so that their posts are scheduled one after another, and returns how many are scheduled. */
export async function lockAndCount(db: Db, userId: string): Promise<number | undefined> {
  const locked = await db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst();
  if (!locked) return undefined;
  const { count } = await db
    .selectFrom('scheduled_posts')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

type NewScheduled = { id: string; userId: string; publishAt: Date; body: ScheduledBody };

export async function insertScheduled(db: Db, { id, userId, publishAt, body }: NewScheduled): Promise<void> {
  await db
    .insertInto('scheduled_posts')
    .values({
      id,
      user_id: userId,
      publish_at: publishAt,
      body: JSON.stringify(body),
      problem: null,
      claimed_until: null,
    })
    .execute();
}

/**
 * Locks a member's scheduled post. Locks the member first, as deleting an account does. The database decides whether
 * the post is due, since the clocks of servers differ.
 */
export async function lockScheduled(
  db: Db,
  userId: string,
  id: string,
): Promise<(ScheduledRow & { due: boolean }) | undefined> {
  await db.selectFrom('users').select('id').where('id', '=', userId).forKeyShare().execute();
  return db
    .selectFrom('scheduled_posts')
    .select([...columns, sql<boolean>`publish_at <= now()`.as('due')])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
}

type Change = { publishAt: Date; problem: string | null; body: ScheduledBody };

export function updateScheduledRow(db: Db, id: string, { publishAt, problem, body }: Change): Promise<ScheduledRow> {
  return db
    .updateTable('scheduled_posts')
    .set({
      publish_at: publishAt,
      problem,
      body: JSON.stringify(body),
      claimed_until: null,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export async function deleteScheduledRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom('scheduled_posts').where('id', '=', id).execute();
}

/** Returns the ids of files, given their names. */
export async function selectUploadIds(db: Db, filenames: readonly string[]): Promise<string[]> {
  if (filenames.length === 0) return [];
  const rows = await db.selectFrom('uploads').select('id').where('filename', 'in', filenames).execute();
  return rows.map(({ id }) => id);
}

export type DueRow = { id: string; user_id: string; body: ScheduledBody };

/** Claims due posts for this server alone. If the server dies, others may claim them after `seconds`. */
export async function claimDue(db: Db, limit: number, seconds: number): Promise<DueRow[]> {
  const { rows } = await sql<DueRow>`
    UPDATE scheduled_posts SET claimed_until = now() + make_interval(secs => ${seconds})
    WHERE id IN (
      SELECT id FROM scheduled_posts
      WHERE problem IS NULL AND publish_at <= now() AND (claimed_until IS NULL OR claimed_until <= now())
      ORDER BY publish_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )
    RETURNING id, user_id, body`.execute(db);
  return rows;
}

/** Stores why a post was not published at its time; returns false if the post is no longer due. */
export async function storeProblem(db: Db, id: string, problem: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE scheduled_posts SET problem = ${problem}, claimed_until = NULL
    WHERE id = ${id}::uuid AND problem IS NULL AND publish_at <= now()`.execute(db);
  return numAffectedRows > 0n;
}

export type AuthorRow = {
  role: 'owner' | 'moderator' | null;
  seller: boolean;
  joined_at: Date;
  confirmed: boolean;
  kept_out: boolean;
  waiting: boolean;
};

/** Returns the data that decides whether a member may publish now. */
export async function selectAuthor(db: Db, userId: string): Promise<AuthorRow | undefined> {
  const { rows } = await sql<AuthorRow>`
    SELECT staff.role, u.created_at AS joined_at, u.email_verified_at IS NOT NULL AS confirmed,
      EXISTS (SELECT 1 FROM sellers WHERE sellers.user_id = u.id) AS seller,
      EXISTS (${sanctionOf(sql.ref('u.id'))}) AS kept_out,
      EXISTS (SELECT 1 FROM join_requests WHERE join_requests.user_id = u.id) AS waiting
    FROM users u LEFT JOIN staff ON staff.user_id = u.id WHERE u.id = ${userId}::uuid`.execute(db);
  return rows[0];
}
