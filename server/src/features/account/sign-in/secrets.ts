/**
 * Codes that go out by mail. They are made by the job that sends them, so that none ever waits anywhere in clear; the
 * database keeps a hash, one live code a member, and the newest replaces the older.
 */
import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { OTP_MINUTES, OTP_TRIES } from '@afterhours/contract/account';
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';

const hashOtp = (userId: string, otp: string): Buffer => createHash('sha256').update(`${userId}:${otp}`).digest();

/** Six random digits. */
export const createCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** A new 6-digit code for the member's address: ten minutes, five tries. */
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

/** Takes one try at a member's code. Where no code waits a row is written all the same: time tells nothing. */
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

/** Takes one try at a member's code; true uses it up. `userId` may be an id that nobody has. */
export async function consumeOtp(db: Db, userId: string, otp: string): Promise<boolean> {
  const hash = hashOtp(userId, otp);
  const held = await takeTry(db, userId);
  if (!held || !timingSafeEqual(held, hash)) return false;
  const used = await db
    .deleteFrom('mailed_secrets')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'verify')
    .executeTakeFirst();
  return used.numDeletedRows > 0n;
}
