import { type MemberRole, type StaffRole, staffMessages } from '@afterhours/contract/moderation/staff';
import { personTexts } from '@afterhours/contract/people/people';
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { personColumns } from '#features/people/loaders.ts';
import type { PersonRow } from '#features/people/views.ts';
import { AppError, notFound } from '#http/errors/errors.ts';
import { sanctionOf } from '#http/gate/sessions.ts';

/** Serializes role changes, so that two concurrent changes cannot leave a community without an owner. */
export async function lockRoles(db: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('staff'))`.execute(db);
}

/** Returns a member's name, whether banned or not; throws a 404 if they are gone. */
export async function requireName(db: Db, userId: string): Promise<string> {
  const row = await db
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw notFound(personTexts.gone);
  return `${row.first_name} ${row.last_name}`;
}

export async function selectRole(db: Db, userId: string): Promise<MemberRole> {
  const row = await db.selectFrom('staff').select('role').where('user_id', '=', userId).executeTakeFirst();
  return row?.role ?? 'member';
}

/** Returns true if there is an owner other than this member who is not suspended, banned or being deleted. */
async function hasOtherOwner(db: Db, userId: string | null): Promise<boolean> {
  const row = await db
    .selectFrom('staff')
    .select('user_id')
    .where('role', '=', 'owner')
    .where(sql<boolean>`user_id IS DISTINCT FROM ${userId}::uuid`)
    .where(sql<boolean>`NOT EXISTS (${sanctionOf(sql.ref('staff.user_id'))})`)
    .where(sql<boolean>`EXISTS (SELECT FROM users u WHERE u.id = staff.user_id AND u.deleted_at IS NULL)`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Throws a 409 if the member is the last owner. No other change of roles is made until the transaction ends. */
export async function requireOtherOwner(db: Db, userId: string): Promise<void> {
  if ((await selectRole(db, userId)) !== 'owner') return;
  await lockRoles(db);
  if (!(await hasOtherOwner(db, userId))) throw new AppError(409, staffMessages.lastOwner);
}

/**
 * Throws a 409 if the member is the last owner and leaves others behind, one of whom can be made an owner first. Nobody
 * is kept in a community without anybody else.
 */
export async function requireOwnerForOthers(db: Db, userId: string): Promise<void> {
  const other = await db
    .selectFrom('users as u')
    .select('u.id')
    .where('u.id', '<>', userId)
    .where('u.deleted_at', 'is', null)
    .where(sql<boolean>`NOT EXISTS (${sanctionOf(sql.ref('u.id'))})`)
    .limit(1)
    .executeTakeFirst();
  if (other) await requireOtherOwner(db, userId);
}

export const hasOwner = (db: Db): Promise<boolean> => hasOtherOwner(db, null);

/** Stores a member's role; `member` deletes it. `grantedBy` is null for the server's operator. */
export async function storeRole(db: Db, userId: string, role: MemberRole, grantedBy: string | null): Promise<void> {
  if (role === 'member') {
    await db.deleteFrom('staff').where('user_id', '=', userId).execute();
    return;
  }
  // Staff belong to the community, so a pending request to join is dropped.
  await db.deleteFrom('join_requests').where('user_id', '=', userId).execute();
  await db
    .insertInto('staff')
    .values({ user_id: userId, role, granted_by: grantedBy })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ role, granted_by: grantedBy }))
    .execute();
}

export type StaffRow = PersonRow & { role: StaffRole; since: Date };

export async function selectStaff(db: Db): Promise<StaffRow[]> {
  const { rows } = await sql<StaffRow>`
    SELECT u.id, ${personColumns}, s.role, s.created_at AS since FROM staff s JOIN users u ON u.id = s.user_id
    ORDER BY s.role = 'owner' DESC, s.created_at, u.id`.execute(db);
  return rows;
}

export async function selectStaffIds(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('staff').select('user_id').execute();
  return rows.map(({ user_id }) => user_id);
}

/** Stores a link for becoming the first owner, and deletes expired ones. */
export async function insertOwnerLink(db: Db, tokenHash: Buffer, hours: number): Promise<void> {
  await sql`DELETE FROM owner_links WHERE expires_at <= now()`.execute(db);
  await sql`INSERT INTO owner_links (token_hash, expires_at)
    VALUES (${tokenHash}, now() + make_interval(hours => ${hours}))`.execute(db);
}

/** Consumes a link; returns false if there is none or it has expired. */
export async function useOwnerLink(db: Db, tokenHash: Buffer): Promise<boolean> {
  const used = await db
    .deleteFrom('owner_links')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return used.numDeletedRows > 0n;
}
