/**
 * Nonces that bind Google's ID tokens to a sign-in that was started here. They are signed, so issuing one stores
 * nothing. A nonce that comes back in a token is stored as a hash and never accepted again.
 */
import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { NONCE_MINUTES } from '@afterhours/contract/account/social-login';
import { MINUTE_MS } from '@afterhours/contract/base/durations';
import type { Kysely } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import type { Database } from '#db/schema/schema.ts';
import { loadServerSecret } from '#db/server-secrets.ts';

const SECRET = 'sign-in-nonces';

const sign = (secret: Buffer, content: string): string =>
  createHmac('sha256', secret).update(content).digest('base64url');

const isEqual = (one: string, other: string): boolean => {
  const [given, wanted] = [Buffer.from(one), Buffer.from(other)];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
};

/** Returns a nonce for a new sign-in. */
export async function createNonce(db: Kysely<Database>): Promise<string> {
  const content = `${Date.now() + NONCE_MINUTES * MINUTE_MS}.${randomBytes(16).toString('base64url')}`;
  return `${content}.${sign(await loadServerSecret(db, SECRET), content)}`;
}

/** Consumes a nonce; returns false if it was not issued here, has expired, or was used before. */
export async function consumeNonce(db: Kysely<Database>, nonce: string): Promise<boolean> {
  const [expires = '', random = '', signature = ''] = nonce.split('.');
  const secret = await loadServerSecret(db, SECRET);
  if (!isEqual(signature, sign(secret, `${expires}.${random}`)) || Number(expires) < Date.now()) return false;
  return insertUsed(db, nonce, new Date(Number(expires)));
}

async function insertUsed(db: Db, nonce: string, expiresAt: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('used_nonces')
    .values({ nonce_hash: hash('sha256', nonce, 'buffer'), expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}
