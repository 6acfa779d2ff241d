import {
  type DigestCadence,
  type MailCadence,
  type MailKind,
  type MailStop,
  usualDigest,
} from '@afterhours/contract/notifications/mail-kinds';
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { sanctionOf } from '#http/gate/sessions.ts';
import type { Quiet } from '../delivery/quiet.ts';

export type PreferencesRow = {
  notify_message: boolean;
  notify_comment: boolean;
  notify_like: boolean;
  notify_follow: boolean;
  notify_event: boolean;
  stopped: MailStop | null;
  quiet: Quiet | null;
  message_text: boolean;
  /** Only kinds whose choice differs from the default. */
  channels: Partial<Record<MailKind, { mail: MailCadence; push: boolean | null }>>;
  digest: { cadence: DigestCadence; hour: number; weekday: number; timeZone: string | null; stopped: boolean };
  calm: boolean;
};

/** SQL: the columns of preferences, from the settings `s` and the channels of the member `u`. */
export const chosen = sql`
  s.stopped, coalesce(s.message_text, false) AS message_text,
  CASE WHEN s.time_zone IS NOT NULL THEN json_build_object('from', to_char(s.quiet_from, 'HH24:MI'),
    'to', to_char(s.quiet_to, 'HH24:MI'), 'timeZone', s.time_zone) END AS quiet,
  (SELECT coalesce(json_object_agg(c.kind, json_build_object('mail', c.mail, 'push', c.push)), '{}')
    FROM notification_channels c WHERE c.user_id = u.id) AS channels,
  json_build_object('cadence', coalesce(s.digest, ${sql.lit(usualDigest.cadence)}),
    'hour', coalesce(s.digest_hour, ${sql.lit(usualDigest.hour)}),
    'weekday', coalesce(s.digest_weekday, ${sql.lit(usualDigest.weekday)}), 'timeZone', s.digest_zone,
    'stopped', coalesce(s.digest_stopped, false)) AS digest,
  coalesce(s.calm, false) AS calm`;

export async function selectPreferences(db: Db, userId: string): Promise<PreferencesRow | undefined> {
  const { rows } = await sql<PreferencesRow>`
    SELECT u.notify_message, u.notify_comment, u.notify_like, u.notify_follow, u.notify_event, ${chosen}
    FROM users u LEFT JOIN notification_settings s ON s.user_id = u.id WHERE u.id = ${userId}::uuid`.execute(db);
  return rows[0];
}

export type Channel = { kind: MailKind; mail: MailCadence; push: boolean | null };

/**
 * Returns what a member has chosen for kinds, and blocks concurrent changes of preferences until the transaction ends.
 */
export async function lockChannels(db: Db, userId: string): Promise<Channel[]> {
  await sql`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`.execute(db);
  return db
    .selectFrom('notification_channels')
    .select(['kind', 'mail', 'push'])
    .where('user_id', '=', userId)
    .execute();
}

export async function upsertChannels(db: Db, userId: string, channels: readonly Channel[]): Promise<void> {
  if (channels.length === 0) return;
  await db
    .insertInto('notification_channels')
    .values(channels.map((channel) => ({ user_id: userId, ...channel })))
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'kind']).doUpdateSet({ mail: sql`excluded.mail`, push: sql`excluded.push` }),
    )
    .execute();
}

export async function deleteChannels(db: Db, userId: string, kinds: readonly MailKind[]): Promise<void> {
  if (kinds.length === 0) return;
  await db.deleteFrom('notification_channels').where('user_id', '=', userId).where('kind', 'in', kinds).execute();
}

type Settings = {
  stopped?: MailStop | null;
  refusals?: number;
  quiet_from?: string | null;
  quiet_to?: string | null;
  time_zone?: string | null;
  message_text?: boolean;
  digest?: DigestCadence;
  digest_hour?: number;
  digest_weekday?: number;
  digest_zone?: string;
  digest_stopped?: boolean;
  calm?: boolean;
};

export async function upsertSettings(db: Db, userId: string, settings: Settings): Promise<void> {
  await db
    .insertInto('notification_settings')
    .values({ user_id: userId, ...settings })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(settings))
    .execute();
}

/** Stops a member's mails, if the member still exists. An earlier reason for stopping stays. */
export async function stopMails(db: Db, userId: string, stopped: MailStop): Promise<void> {
  await sql`
    INSERT INTO notification_settings AS settings (user_id, stopped)
    SELECT u.id, ${stopped} FROM users u WHERE u.id = ${userId}::uuid FOR KEY SHARE
    ON CONFLICT (user_id) DO UPDATE SET stopped = coalesce(settings.stopped, excluded.stopped)`.execute(db);
}

/**
 * Claims members with due mails for this server for some seconds. If the server dies, others can claim them after that.
 */
export async function claimDue(db: Db, most: number, seconds: number): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    UPDATE notification_mails SET due_at = now() + make_interval(secs => ${seconds})
    WHERE user_id IN (
      SELECT user_id FROM notification_mails WHERE due_at <= now() ORDER BY due_at LIMIT ${most} FOR UPDATE SKIP LOCKED
    )
    RETURNING user_id`.execute(db);
  return rows.map((row) => row.user_id);
}

/** A member to whom a mail or a digest is due, which covers the notifications after `since`. */
export type Recipient = Omit<PreferencesRow, `notify_${string}`> & {
  email: string;
  first_name: string;
  /** The database's current time. */
  now: Date;
  since: Date;
  tries: number;
  confirmed: boolean;
  /** Whether a sanction, or a pending request to join, keeps the member out. */
  kept_out: boolean;
};

export type MailRecipient = Recipient & {
  mailed_at: Date | null;
  /** Since when the member has had a tab open, on any server; null if there is none. */
  here_since: Date | null;
};

export async function selectRecipient(db: Db, userId: string): Promise<MailRecipient | undefined> {
  const { rows } = await sql<MailRecipient>`
    SELECT u.email, u.first_name, now() AS now, waiting.since, waiting.tries, s.mailed_at, ${chosen},
      u.email_verified_at IS NOT NULL AS confirmed, u.waiting OR EXISTS (${sanctionOf(sql.ref('u.id'))}) AS kept_out,
      CASE WHEN EXISTS (SELECT 1 FROM presence_members p WHERE p.user_id = u.id)
        THEN coalesce(u.login_time, now()) END AS here_since
    FROM notification_mails waiting JOIN users u ON u.id = waiting.user_id
    LEFT JOIN notification_settings s ON s.user_id = u.id
    WHERE waiting.user_id = ${userId}::uuid AND u.deleted_at IS NULL`.execute(db);
  return rows[0];
}

/** Keeps a member from being deleted until the transaction ends. Returns false if the member does not exist. */
export async function keepMember(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR KEY SHARE`.execute(db);
  return rows.length > 0;
}

export async function postpone(db: Db, userId: string, until: Date): Promise<void> {
  await db.updateTable('notification_mails').set({ due_at: until }).where('user_id', '=', userId).execute();
}

/** Sets when a failed mail is retried, and stores the error. */
export async function setFailed(db: Db, userId: string, { seconds, error }: { seconds: number; error: string }) {
  await db
    .updateTable('notification_mails')
    .set({ tries: sql`tries + 1`, error, due_at: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .where('user_id', '=', userId)
    .execute();
}

export async function deleteDue(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('notification_mails').where('user_id', '=', userId).execute();
}

/** Stores when a mail was accepted by the mail server. */
export async function setSent(db: Db, userId: string): Promise<void> {
  await sql`
    INSERT INTO notification_settings (user_id, mailed_at) SELECT u.id, now() FROM users u WHERE u.id = ${userId}::uuid
    ON CONFLICT (user_id) DO UPDATE SET mailed_at = now(), refusals = 0`.execute(db);
}

/** How many refusals in a row stop a member's mails. */
const MAX_REFUSALS = 3;

/** Counts a refusal by the mail server. Returns whether the member's mails are stopped. */
export async function countRefusal(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql<{ stopped: boolean }>`
    INSERT INTO notification_settings AS settings (user_id, refusals)
    SELECT u.id, 1 FROM users u WHERE u.id = ${userId}::uuid
    ON CONFLICT (user_id) DO UPDATE SET refusals = settings.refusals + 1, stopped = coalesce(settings.stopped,
      CASE WHEN settings.refusals + 1 >= ${MAX_REFUSALS} THEN 'refused' END)
    RETURNING stopped IS NOT NULL AS stopped`.execute(db);
  return rows[0]?.stopped ?? false;
}
