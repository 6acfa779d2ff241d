/**
 * Codes and link tokens that go out by mail. They are made by the job that sends them, so that none ever waits
 * anywhere in clear; the database keeps a hash, one live secret a purpose, and the newest replaces the older.
 */
import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { OTP_MINUTES, OTP_TRIES, RESET_MINUTES } from '@afterhours/contract/account';
import { sql } from 'kysely';
import type { Db } from '#db/pool.ts';

const hashOtp = (userId: string, otp: string): Buffer => createHash('sha256').update(`${userId}:${otp}`).digest();
const hashResetToken = (token: string): Buffer => createHash('sha256').update(token).digest();

async function keepSecret(
  db: Db,
  secret: { userId: string; purpose: 'verify' | 'reset'; hash: Buffer; tries: number; minutes: number },
): Promise<void> {
  const values = {
    secret_hash: secret.hash,
    tries_left: secret.tries,
    expires_at: sql<Date>`now() + make_interval(mins => ${secret.minutes})`,
    created_at: sql<Date>`now()`,
  };
  await db
    .insertInto('mailed_secrets')
    .values({ user_id: secret.userId, purpose: secret.purpose, ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'purpose']).doUpdateSet(values))
    .execute();
}

/** A new 6-digit code for the member's address: ten minutes, five tries. */
export async function createOtp(db: Db, userId: string): Promise<string> {
  const otp = String(randomInt(1_000_000)).padStart(6, '0');
  await keepSecret(db, {
    userId,
    purpose: 'verify',
    hash: hashOtp(userId, otp),
    tries: OTP_TRIES,
    minutes: OTP_MINUTES,
  });
  return otp;
}

/** Takes one try at a member's code; true uses it up. */
export async function consumeOtp(db: Db, userId: string, otp: string): Promise<boolean> {
  const held = await db
    .updateTable('mailed_secrets')
    .set({ tries_left: sql`tries_left - 1` })
    .where('user_id', '=', userId)
    .where('purpose', '=', 'verify')
    .where('tries_left', '>', 0)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('secret_hash')
    .executeTakeFirst();
  if (!held || !timingSafeEqual(held.secret_hash, hashOtp(userId, otp))) return false;
  const used = await db
    .deleteFrom('mailed_secrets')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'verify')
    .executeTakeFirst();
  return used.numDeletedRows > 0n;
}

/** A new token for a reset link: single use, sixty minutes. */
export async function createResetToken(db: Db, userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await keepSecret(db, { userId, purpose: 'reset', hash: hashResetToken(token), tries: 1, minutes: RESET_MINUTES });
  return token;
}

/** Uses a reset token up and returns whose it was, or null when it is unknown, used or late. */
export async function consumeResetToken(db: Db, token: string): Promise<string | null> {
  const used = await db
    .deleteFrom('mailed_secrets')
    .where('purpose', '=', 'reset')
    .where('secret_hash', '=', hashResetToken(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('user_id')
    .executeTakeFirst();
  return used?.user_id ?? null;
}
