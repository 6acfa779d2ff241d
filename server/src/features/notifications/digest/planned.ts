/** Planned digests: one row for each member who wants any. */
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { sanctionOf } from '#http/gate/sessions.ts';
import { chosen, type Recipient } from '../mail/queries.ts';
import { type Chosen, findPlan, type Plan } from './plan.ts';

async function selectChosen(db: Db, userId: string) {
  const { rows } = await sql<Chosen & { now: Date; digested_at: Date | null }>`
    SELECT now() AS now, s.digested_at, ${chosen} FROM users u
    LEFT JOIN notification_settings s ON s.user_id = u.id WHERE u.id = ${userId}::uuid`.execute(db);
  return rows[0];
}

/** Notifications that were waiting for an instant mail may now belong in the digest, so `since` includes them. */
async function putPlan(db: Db, userId: string, { dueAt, weeklyAt }: Plan): Promise<void> {
  await sql`
    INSERT INTO notification_digests AS planned (user_id, since, due_at, weekly_at)
    VALUES (${userId}::uuid, least(now(), (SELECT m.since FROM notification_mails m WHERE m.user_id = ${userId}::uuid)),
      ${dueAt}, ${weeklyAt})
    ON CONFLICT (user_id) DO UPDATE SET since = least(planned.since, excluded.since), due_at = excluded.due_at,
      weekly_at = excluded.weekly_at, tries = 0,
      error = NULL`.execute(db);
}

/** Schedules a mail soon for notifications that have waited for a digest but are now to be mailed instantly. */
export async function hastenDigest(db: Db, userId: string): Promise<void> {
  await sql`
    INSERT INTO notification_mails AS waiting (user_id, since, due_at)
    SELECT user_id, since, now() FROM notification_digests WHERE user_id = ${userId}::uuid
    ON CONFLICT (user_id) DO UPDATE SET since = least(waiting.since, excluded.since)`.execute(db);
}

/** Plans the member's next digest according to their preferences, or none. Tests pass `at` as the current time. */
export async function planDigest(db: Db, userId: string, at?: Date): Promise<void> {
  const row = await selectChosen(db, userId);
  const plan = row ? findPlan(at ?? row.now, row, row.digested_at) : null;
  if (plan) await putPlan(db, userId, plan);
  else await db.deleteFrom('notification_digests').where('user_id', '=', userId).execute();
}

/** Claims due digests for this server for some seconds. If the server dies, others can claim them after that. */
export async function claimDigests(db: Db, most: number, seconds: number, at?: Date): Promise<string[]> {
  const now = at ? sql`${at}::timestamptz` : sql`now()`;
  const { rows } = await sql<{ user_id: string }>`
    UPDATE notification_digests SET due_at = ${now} + make_interval(secs => ${seconds})
    WHERE user_id IN (SELECT user_id FROM notification_digests WHERE due_at <= ${now} ORDER BY due_at LIMIT ${most}
      FOR UPDATE SKIP LOCKED)
    RETURNING user_id`.execute(db);
  return rows.map((row) => row.user_id);
}

export type DigestRow = Recipient & { weekly_at: Date | null; digested_at: Date | null };

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

/** Postpones a digest until a time, without counting it as a failed attempt. */
export async function postponeDigest(db: Db, userId: string, until: Date): Promise<void> {
  await db.updateTable('notification_digests').set({ due_at: until }).where('user_id', '=', userId).execute();
}

/** Sets when a failed digest is retried, and stores the error. */
export async function setDigestFailed(db: Db, userId: string, until: Date, error: string): Promise<void> {
  await db
    .updateTable('notification_digests')
    .set({ due_at: until, tries: sql`tries + 1`, error })
    .where('user_id', '=', userId)
    .execute();
}

/** Stores when a digest was accepted by the mail server. */
export async function setDigested(db: Db, userId: string, at: Date): Promise<void> {
  await db
    .updateTable('notification_settings')
    .set({ digested_at: at, refusals: 0 })
    .where('user_id', '=', userId)
    .execute();
}

/** Stops the member's digests until they choose them again. */
export async function stopDigests(db: Db, userId: string): Promise<void> {
  await sql`
    INSERT INTO notification_settings (user_id, digest_stopped)
    SELECT u.id, true FROM users u WHERE u.id = ${userId}::uuid FOR KEY SHARE
    ON CONFLICT (user_id) DO UPDATE SET digest_stopped = true`.execute(db);
}
