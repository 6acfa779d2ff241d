import type { SignupBody } from '@afterhours/contract/account/account';
import type { PostVisibility } from '@afterhours/contract/constants/visibility';
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { newId } from '#db/statements/id.ts';
import { sanctionOf } from '#http/gate/sessions.ts';
import { DEVICE_DAYS } from './sign-in/devices.ts';

export function selectOwnUser(db: Db, userId: string) {
  return db
    .selectFrom('users')
    .innerJoin('member_counters', 'member_counters.user_id', 'users.id')
    .selectAll('users')
    .leftJoin('staff', 'staff.user_id', 'users.id')
    .select(sql<boolean>`password_hash IS NOT NULL`.as('has_password'))
    .select(sql<boolean>`EXISTS (SELECT 1 FROM credentials c WHERE c.user_id = users.id)`.as('has_passkeys'))
    .select(
      sql<{ until: string | null } | null>`(SELECT json_build_object('until', kept.until)
        FROM (${sanctionOf(sql.ref('users.id'))}) kept)`.as('sanction'),
    )
    .select('staff.role as staff_role')
    .select(
      sql<boolean>`(EXISTS (SELECT FROM connected_accounts c WHERE c.user_id = users.id)
        OR EXISTS (SELECT FROM payments sold WHERE sold.host_id = users.id
          AND sold.status IN ('completed', 'refunded')))`.as('has_sold'),
    )
    .select(
      sql<PostVisibility>`coalesce((SELECT latest.visibility FROM posts latest WHERE latest.user_id = users.id
        ORDER BY latest.id DESC LIMIT 1), 'public')`.as('post_visibility'),
    )
    .select(
      sql<number | null>`(SELECT v.version FROM terms_versions v WHERE NOT EXISTS (SELECT 1 FROM terms_acceptances a
        WHERE a.user_id = users.id AND a.version >= v.version) ORDER BY v.version DESC LIMIT 1)`.as('terms_to_accept'),
    )
    .select(
      sql<boolean>`coalesce((SELECT s.calm FROM notification_settings s WHERE s.user_id = users.id), false)`.as('calm'),
    )
    .leftJoin('join_requests', 'join_requests.user_id', 'users.id')
    .select(
      sql<'code' | 'decision' | null>`CASE WHEN join_requests.user_id IS NULL THEN NULL
        WHEN join_requests.ready_at IS NULL THEN 'code' ELSE 'decision' END`.as('waits_for'),
    )
    .select(['followers', 'followings', 'connections', 'unread_notifications', 'unread_messages'])
    .where('users.id', '=', userId)
    .executeTakeFirst();
}

export type OwnUserRow = NonNullable<Awaited<ReturnType<typeof selectOwnUser>>>;

export function selectCredentials(db: Db, email: string) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'password_hash', 'email_verified_at', 'two_factor_enabled_at'])
    .where('email', '=', email)
    .executeTakeFirst();
}

export function selectAddress(db: Db, userId: string) {
  return db
    .selectFrom('users')
    .select(['email', 'first_name', 'email_verified_at'])
    .where('id', '=', userId)
    .executeTakeFirst();
}

export function selectPasswordHash(db: Db, userId: string) {
  return db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst();
}

/** Returns a new member's row, without the id; `dob` has the form DD-MM-YYYY. */
export const toSignupColumns = (fields: SignupBody, extra: { username: string; passwordHash: string }) => ({
  email: fields.email,
  password_hash: extra.passwordHash,
  username: extra.username,
  first_name: fields.firstName,
  last_name: fields.lastName,
  phone: fields.phone,
  country: fields.country,
  profession: fields.profession || null,
  gender: fields.gender ?? null,
  dob: fields.dob.split('-').reverse().join('-'),
});

/** Inserts a member. Throws 23505 for a taken email address or username. */
export async function insertUser(db: Db, columns: ReturnType<typeof toSignupColumns>): Promise<string> {
  const id = newId();
  await db
    .insertInto('users')
    .values({ id, ...columns })
    .execute();
  return id;
}

/**
 * Inserts a new member for the address that a reset link has confirmed, in place of the account's earlier owner, and
 * returns the id. The member completes the same fields as after a Google sign-up.
 */
export async function insertOwner(
  db: Db,
  member: { email: string; username: string; first_name: string; last_name: string },
  passwordHash: string,
): Promise<string> {
  const id = newId();
  const { email, username, first_name, last_name } = member;
  await db
    .insertInto('users')
    .values({
      id,
      email,
      username,
      first_name,
      last_name,
      password_hash: passwordHash,
      email_verified_at: sql<Date>`now()`,
      needs_details: true,
    })
    .execute();
  return id;
}

/** Stores a new password and invalidates the links to sign in, or to set a password, that were mailed before. */
export async function updatePassword(db: Db, userId: string, passwordHash: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: passwordHash, updated_at: sql`now()` })
    .where('id', '=', userId)
    .execute();
  await db.deleteFrom('sign_in_links').where('user_id', '=', userId).execute();
  await db.deleteFrom('reset_links').where('user_id', '=', userId).execute();
}

/** Stores a new password unless the present one is no longer `from`; returns whether it did. */
export async function replacePassword(db: Db, userId: string, change: { from: string | null; to: string }) {
  const present = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (present?.password_hash !== change.from) return false;
  await updatePassword(db, userId, change.to);
  return true;
}

/** Records that a mail server has accepted a first code for the member's address. */
export async function setCodeMailed(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ code_mailed_at: sql`now()` })
    .where('id', '=', userId)
    .where('code_mailed_at', 'is', null)
    .execute();
}

/** Gives a member a confirmed address. Codes and links to the old one become invalid. Throws 23505 if it is taken. */
export async function updateEmail(db: Db, userId: string, email: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ email, email_verified_at: sql<Date>`now()`, updated_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .execute();
  for (const table of ['reset_links', 'sign_in_links', 'export_links', 'mailed_secrets', 'email_changes'] as const)
    await db.deleteFrom(table).where('user_id', '=', userId).execute();
}

export async function setEmailVerified(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ email_verified_at: sql`now()` })
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
    .execute();
}

/** Locks a member with an unconfirmed address; returns false if it is confirmed or the member is gone. */
export async function lockUnconfirmed(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a decision currently keeps the member out. */
export async function isSanctioned(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`${sanctionOf(sql`${userId}::uuid`)}`.execute(db);
  return rows.length > 0;
}

/**
 * Deletes expired sessions, mailed codes and links, idempotency keys, try counters and refused addresses, unused
 * devices, banned contacts whose ban was reversed, former usernames, and records of deleted pages.
 */
export async function deleteExpired(db: Db): Promise<void> {
  for (const table of [
    'sessions',
    'mailed_secrets',
    'email_changes',
    'reset_links',
    'sign_in_links',
    'export_links',
  ] as const)
    await db.deleteFrom(table).where('expires_at', '<', sql<Date>`now()`).execute();
  await sql`DELETE FROM known_devices WHERE last_used_at < now() - make_interval(days => ${DEVICE_DAYS})`.execute(db);
  await db.deleteFrom('idempotency_keys').where('created_at', '<', sql<Date>`now() - interval '1 day'`).execute();
  for (const [table, since] of [
    ['former_usernames', 'given_up_at'],
    ['gone_pages', 'gone_at'],
  ] as const)
    await sql`DELETE FROM ${sql.table(table)} WHERE ${sql.ref(since)} < now() - interval '180 days'`.execute(db);
  await sql`DELETE FROM refused_addresses WHERE until <= now()`.execute(db);
  await sql`
    DELETE FROM banned_contacts b USING decisions d WHERE d.reverses = b.decision_id`.execute(db);
  await sql`DELETE FROM failed_attempts WHERE expire < extract(epoch FROM now()) * 1000`.execute(db);
}
