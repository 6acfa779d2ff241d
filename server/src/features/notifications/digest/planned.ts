/** The digests that are planned, a row for each member who wants any. */
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { sanctionOf } from '#http/gate/sessions.ts';
import { chosen, type PreferencesRow } from '../mail/queries.ts';
import { type Chosen, findPlan, type Plan } from './plan.ts';

async function selectChosen(db: Db, userId: string) {
  const { rows } = await sql<Chosen & { now: Date; digested_at: Date | null }>`
    SELECT now() AS now, s.digested_at, ${chosen} FROM users u
    LEFT JOIN notification_settings s ON s.user_id = u.id WHERE u.id = ${userId}::uuid`.execute(db);
  return rows[0];
}

/** What waits to be mailed at once may belong in the digest by now. */
async function putPlan(db: Db, userId: string, { dueAt, weeklyAt }: Plan): Promise<void> {
  await sql`
    INSERT INTO notification_digests AS planned (user_id, since, due_at, weekly_at)
    VALUES (${userId}::uuid, least(now(), (SELECT m.since FROM notification_mails m WHERE m.user_id = ${userId}::uuid)),
      ${dueAt}, ${weeklyAt})
    ON CONFLICT (user_id) DO UPDATE SET since = least(planned.since, excluded.since), due_at = excluded.due_at,
      weekly_at = excluded.weekly_at, tries = 0,
      error = NULL`.execute(db);
}

/** Looks soon for what has waited for a digest and is mailed at once by now. */
export async function hastenDigest(db: Db, userId: string): Promise<void> {
  await sql`
    INSERT INTO notification_mails AS waiting (user_id, since, due_at)
    SELECT user_id, since, now() FROM notification_digests WHERE user_id = ${userId}::uuid
    ON CONFLICT (user_id) DO UPDATE SET since = least(waiting.since, excluded.since)`.execute(db);
}

/** Plans the next digest of a member by what they have chosen, or none; `at` is the time for tests. */
export async function planDigest(db: Db, userId: string, at?: Date): Promise<void> {
  const row = await selectChosen(db, userId);
  const plan = row ? findPlan(at ?? row.now, row, row.digested_at) : null;
  if (plan) await putPlan(db, userId, plan);
  else await db.deleteFrom('notification_digests').where('user_id', '=', userId).execute();
}

/** Claims digests that are due, for this server alone; one that dies leaves them to others after that. */
export async function claimDigests(db: Db, most: number, seconds: number, at?: Date): Promise<string[]> {
  const now = at ? sql`${at}::timestamptz` : sql`now()`;
  const { rows } = await sql<{ user_id: string }>`
    UPDATE notification_digests SET due_at = ${now} + make_interval(secs => ${seconds})
    WHERE user_id IN (SELECT user_id FROM notification_digests WHERE due_at <= ${now} ORDER BY due_at LIMIT ${most}
      FOR UPDATE SKIP LOCKED)
    RETURNING user_id`.execute(db);
  return rows.map((row) => row.user_id);
}

export type DigestRow = Omit<PreferencesRow, `notify_${string}`> & {
  email: string;
  first_name: string;
  /** The time of the database. */
  now: Date;
  since: Date;
  weekly_at: Date | null;
  digested_at: Date | null;
  tries: number;
  confirmed: boolean;
  /** Whether a decision or a request to join keeps the member out. */
  kept_out: boolean;
};

export async function selectDigest(db: Db, userId: string): Promise<DigestRow | undefined> {
  const { rows } = await sql<DigestRow>`
    SELECT u.email, u.first_name, now() AS now, planned.since, planned.weekly_at, planned.tries, s.digested_at,
      ${chosen}, u.email_verified_at IS NOT NULL AS confirmed,
      u.waiting OR EXISTS (${sanctionOf(sql.ref('u.id'))}) AS kept_out
    FROM notification_digests planned JOIN users u ON u.id = planned.user_id
    LEFT JOIN notification_settings s ON s.user_id = u.id
    WHERE planned.user_id = ${userId}::uuid AND u.deleted_at IS NULL`.execute(db);
  return rows[0];
}

/** Lets a digest wait until then; with `tried`, after a mail server did not take it. */
export async function postponeDigest(db: Db, userId: string, until: Date): Promise<void> {
  await db.updateTable('notification_digests').set({ due_at: until }).where('user_id', '=', userId).execute();
}

/** Sets when a digest that could not be sent is tried again, and why it could not. */
export async function setDigestFailed(db: Db, userId: string, until: Date, error: string): Promise<void> {
  await db
    .updateTable('notification_digests')
    .set({ due_at: until, tries: sql`tries + 1`, error })
    .where('user_id', '=', userId)
    .execute();
}

/** Stores that a digest was taken. */
export async function setDigested(db: Db, userId: string, at: Date): Promise<void> {
  await db
    .updateTable('notification_settings')
    .set({ digested_at: at, refusals: 0 })
    .where('user_id', '=', userId)
    .execute();
}

/** Ends the digests of a member until they choose them again. */
export async function stopDigests(db: Db, userId: string): Promise<void> {
  await sql`
    INSERT INTO notification_settings (user_id, digest_stopped)
    SELECT u.id, true FROM users u WHERE u.id = ${userId}::uuid FOR KEY SHARE
    ON CONFLICT (user_id) DO UPDATE SET digest_stopped = true`.execute(db);
}
