import { sql } from 'kysely';
import { lockCounters } from '#access/members.ts';
import type { Db } from '#db/connection/pool.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { sanctionOf } from '#http/gate/sessions.ts';
import type { Services } from '#services.ts';
import { chosen, keepMember, type PreferencesRow } from '../mail/queries.ts';

export type SubscriptionRow = {
  id: string;
  user_id: string;
  session_id: string;
  user_agent: string | null;
  created_at: Date;
};

/** Returns a member's devices whose sessions have not expired, newest first. */
export async function selectSubscriptions(db: Db, userId: string): Promise<SubscriptionRow[]> {
  const { rows } = await sql<SubscriptionRow>`
    SELECT d.id, d.user_id, d.session_id, s.user_agent, d.created_at
    FROM push_subscriptions d JOIN sessions s ON s.id = d.session_id
    WHERE d.user_id = ${userId}::uuid AND s.expires_at > now() ORDER BY d.created_at DESC, d.id DESC`.execute(db);
  return rows;
}

/** Returns the device of a session, with its sealed target. */
export const findOfSession = (db: Db, sessionId: string) =>
  db.selectFrom('push_subscriptions').selectAll().where('session_id', '=', sessionId).executeTakeFirst();

/**
 * Blocks concurrent subscriptions by the member, and the end of the session, until the transaction ends. Returns false
 * if the session has already ended.
 */
export async function lockSession(db: Db, userId: string, sessionId: string): Promise<boolean> {
  await sql`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`.execute(db);
  const { rows } = await sql`
    SELECT 1 FROM sessions WHERE id = ${sessionId}::uuid AND user_id = ${userId}::uuid FOR KEY SHARE`.execute(db);
  return rows.length > 0;
}

export async function countSubscriptions(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM push_subscriptions WHERE user_id = ${userId}::uuid`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Deletes the previous subscription of the session, and the subscription with this address, whoever it belongs to. */
export async function deleteReplaced(db: Db, sessionId: string, endpointHash: Buffer): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where((where) => where.or([where('session_id', '=', sessionId), where('endpoint_hash', '=', endpointHash)]))
    .execute();
}

export async function deleteOfSession(db: Db, sessionId: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('session_id', '=', sessionId).execute();
}

/** Deletes a member's device. Returns false if the member has no such device. */
export async function deleteOfMember(db: Db, userId: string, id: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

/** Deletes subscriptions with their waiting pushes. */
export async function deleteSubscriptions(db: Db, ids: readonly string[]): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('id', 'in', ids).execute();
}

export type Claimed = { subscription_id: string; notification_id: string; version: number; tries: number };

/** How many due pushes are scanned for distinct devices. */
const MAX_SCANNED = sql.lit(500);

/**
 * Claims the due pushes of some devices for this server for some seconds. If the server dies, others can claim them
 * after that. Tests pass `at` as the current time.
 */
export async function claimDue(db: Db, devices: number, seconds: number, at?: Date): Promise<Claimed[]> {
  const now = at ? sql`${at}::timestamptz` : sql`now()`;
  const { rows } = await sql<Claimed>`
    WITH device AS MATERIALIZED (
      SELECT d.id FROM push_subscriptions d
      WHERE d.id IN (SELECT due.subscription_id FROM (
        SELECT subscription_id FROM push_messages WHERE due_at <= ${now} ORDER BY due_at LIMIT ${MAX_SCANNED}) due)
      LIMIT ${devices} FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE push_messages m SET due_at = ${now} + make_interval(secs => ${seconds})
    FROM device WHERE m.subscription_id = device.id AND m.due_at <= ${now}
    RETURNING m.subscription_id, m.notification_id, m.version, m.tries`.execute(db);
  return rows;
}

export type DeviceRow = Pick<PreferencesRow, 'quiet' | 'message_text' | 'channels' | 'calm'> & {
  id: string;
  user_id: string;
  target: string;
  /** The database's current time. */
  now: Date;
  unread: number;
  /** Whether a sanction, or a pending request to join, keeps the member out. */
  kept_out: boolean;
  /** Whether the member has a visible tab, on any server. */
  looking: boolean;
};

/** Returns those devices whose session has not expired. */
export async function selectDevices(db: Db, ids: readonly string[]): Promise<DeviceRow[]> {
  const { rows } = await sql<DeviceRow>`
    SELECT d.id, d.user_id, d.target, now() AS now, m.unread_notifications AS unread, ${chosen},
      u.waiting OR EXISTS (${sanctionOf(sql.ref('u.id'))}) AS kept_out,
      EXISTS (SELECT 1 FROM presence_members p WHERE p.user_id = u.id AND p.visible) AS looking
    FROM push_subscriptions d JOIN sessions live ON live.id = d.session_id AND live.expires_at > now()
    JOIN users u ON u.id = d.user_id AND u.deleted_at IS NULL
    JOIN member_counters m ON m.user_id = u.id
    LEFT JOIN notification_settings s ON s.user_id = u.id
    WHERE d.id = ANY (${[...ids]}::uuid[])`.execute(db);
  return rows;
}

/**
 * Changes the waiting pushes of a device with the member's counters locked first, as writers of notifications do, so
 * that the two cannot deadlock.
 */
const changeWaiting = (services: Services, userId: string, work: (db: Db) => Promise<void>): Promise<void> =>
  inTransaction(services, async ({ db }) => {
    if (!(await keepMember(db, userId))) return;
    await lockCounters(db, [userId]);
    await work(db);
  });

/** SQL: the claimed pushes of one device as `row`, with their versions. */
const asRows = (claimed: readonly Claimed[]) => sql`
  unnest(${claimed.map((one) => one.notification_id)}::uuid[], ${claimed.map((one) => one.version)}::integer[])
    AS row(notification_id, version)`;

type Device = Pick<DeviceRow, 'id' | 'user_id'>;

/**
 * Deletes processed pushes, except those that changed in the meantime. Marks the sent notifications, and postpones
 * their changed pushes until `repeatAt`.
 */
export function finish(
  services: Services,
  { id, user_id }: Device,
  done: readonly Claimed[],
  { sent, repeatAt }: { sent: readonly string[]; repeatAt: Date },
): Promise<void> {
  return changeWaiting(services, user_id, async (db) => {
    await sql`
      DELETE FROM push_messages m USING ${asRows(done)}
      WHERE m.subscription_id = ${id}::uuid AND m.notification_id = row.notification_id AND m.version = row.version
      `.execute(db);
    if (sent.length === 0) return;
    await sql`UPDATE notifications SET pushed_at = now() WHERE id = ANY (${[...sent]}::uuid[])`.execute(db);
    await sql`
      UPDATE push_messages SET due_at = ${repeatAt}, created_at = now(), tries = 0
      WHERE subscription_id = ${id}::uuid AND notification_id = ANY (${[...sent]}::uuid[])`.execute(db);
  });
}

/** Postpones pushes until a time. With `tried`, counts a failed attempt, and gives up pushes that are a day old. */
export function postpone(
  services: Services,
  { id, user_id }: Device,
  waiting: readonly Claimed[],
  { until, tried }: { until: Date; tried: boolean },
): Promise<void> {
  const ids = waiting.map((one) => one.notification_id);
  return changeWaiting(services, user_id, async (db) => {
    await sql`
      UPDATE push_messages SET due_at = ${until}, tries = tries + ${tried ? 1 : 0}
      WHERE subscription_id = ${id}::uuid AND notification_id = ANY (${ids}::uuid[])`.execute(db);
    if (!tried) return;
    await sql`
      DELETE FROM push_messages WHERE subscription_id = ${id}::uuid AND notification_id = ANY (${ids}::uuid[])
        AND due_at > created_at + interval '1 day'`.execute(db);
  });
}
