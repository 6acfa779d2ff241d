/**
 * Devices that have signed in to an account. They have their own try counter, because others may have used up the
 * account's counter, and the member is mailed a notice of a sign-in from any other device. The stored hash of a device
 * differs from account to account.
 */
import { hash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import type { Device } from '#http/gate/device-cookie.ts';

const MAX_DEVICES = 20;
export const DEVICE_DAYS = 400;

const hashDevice = (userId: string, token: string): Buffer => hash('sha256', `${userId}:${token}`, 'buffer');

/** Returns the key of a known device's try counter, or null if the account does not know the device. */
export async function findKnownDevice(
  db: Db,
  member: { email: string } | { userId: string },
  { token }: Device,
): Promise<string | null> {
  if (token === null) return null;
  let query = db.selectFrom('users').select('id');
  query = 'email' in member ? query.where('email', '=', member.email) : query.where('id', '=', member.userId);
  const row = await query.executeTakeFirst();
  if (!row) return null;
  const hash = hashDevice(row.id, token);
  const known = await db
    .selectFrom('known_devices')
    .select('user_id')
    .where('user_id', '=', row.id)
    .where('device_hash', '=', hash)
    .executeTakeFirst();
  return known ? hash.toString('hex') : null;
}

/**
 * Registers a device for an account. Returns the value of its cookie, a new one if it has none. Deletes the account's
 * oldest devices beyond 20.
 */
export async function registerDevice(db: Db, userId: string, known: string | null): Promise<string> {
  const token = known ?? randomBytes(32).toString('base64url');
  await db
    .insertInto('known_devices')
    .values({ user_id: userId, device_hash: hashDevice(userId, token) })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'device_hash']).doUpdateSet({ last_used_at: sql<Date>`now()` }),
    )
    .execute();
  await sql`
    DELETE FROM known_devices WHERE user_id = ${userId}::uuid AND device_hash IN (
      SELECT device_hash FROM known_devices WHERE user_id = ${userId}::uuid
      ORDER BY last_used_at DESC, device_hash OFFSET ${MAX_DEVICES})`.execute(db);
  return token;
}

/** Forgets the devices of an account, because their users may have known its password. */
export async function deleteDevices(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('known_devices').where('user_id', '=', userId).execute();
}
