/**
 * Codes that are sent by mail. The job that sends a code creates it, so that no code is stored in clear text. The
 * database stores a hash of one valid code per member; a new code replaces the previous one.
 */
import { hash, randomInt, timingSafeEqual } from 'node:crypto';
import { OTP_MINUTES, OTP_TRIES } from '@afterhours/contract/account/account';
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';

const hashOtp = (userId: string, otp: string): Buffer => hash('sha256', `${userId}:${otp}`, 'buffer');

/** Returns six random digits. */
export const createCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** Creates a new 6-digit code for the member's address: valid for ten minutes and five attempts. */
export async function createOtp(db: Db, userId: string): Promise<string> {
  const otp = createCode();
  const values = {
    secret_hash: hashOtp(userId, otp),
    tries_left: OTP_TRIES,
    expires_at: sql<Date>`now() + make_interval(mins => ${OTP_MINUTES})`,
    created_at: sql<Date>`now()`,
  };
  await db
    .insertInto('mailed_secrets')
    .values({ user_id: userId, purpose: 'verify', ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'purpose']).doUpdateSet(values))
    .execute();
  return otp;
}

/**
 * Uses up one attempt at a member's code. Without a code a row is written all the same, so that the time reveals
 * nothing.
 */
async function takeTry(db: Db, userId: string): Promise<Buffer | undefined> {
  const { rows } = await sql<{ secret_hash: Buffer }>`
    WITH taken AS (
      UPDATE mailed_secrets SET tries_left = tries_left - 1
      WHERE user_id = ${userId}::uuid AND purpose = 'verify' AND tries_left > 0 AND expires_at > now()
      RETURNING secret_hash
    ), decoy AS (
      INSERT INTO failed_attempts (key, points, expire)
      SELECT ${`no-code:${userId}`}, 1, extract(epoch FROM now()) * 1000 WHERE NOT EXISTS (SELECT 1 FROM taken)
      ON CONFLICT (key) DO UPDATE SET points = failed_attempts.points + 1, expire = excluded.expire
    )
    SELECT secret_hash FROM taken`.execute(db);
  return rows[0]?.secret_hash;
}

/** Uses up one attempt at a member's code. If it is right, deletes it and returns true. `userId` may be unknown. */
export async function consumeOtp(db: Db, userId: string, otp: string): Promise<boolean> {
  const hash = hashOtp(userId, otp);
  const stored = await takeTry(db, userId);
  if (!stored || !timingSafeEqual(stored, hash)) return false;
  const used = await db
    .deleteFrom('mailed_secrets')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'verify')
    .executeTakeFirst();
  return used.numDeletedRows > 0n;
}
