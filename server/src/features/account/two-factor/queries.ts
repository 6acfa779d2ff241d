import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { AppError } from '#http/errors/errors.ts';

/** Returns the member's state. The secret is in its stored form: sealed. */
export async function selectState(db: Db, userId: string) {
  const { rows } = await sql<{ email: string; enabled_at: Date | null; secret: string | null; codes_left: number }>`
    SELECT u.email, u.two_factor_enabled_at AS enabled_at, t.secret,
      (SELECT count(*)::integer FROM recovery_codes c WHERE c.user_id = u.id) AS codes_left
    FROM users u LEFT JOIN two_factor t ON t.user_id = u.id WHERE u.id = ${userId}::uuid`.execute(db);
  return rows[0];
}

/** Stores a new secret while two-step verification is off; returns false if it is on. */
export async function setPendingSecret(db: Db, userId: string, secret: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO two_factor (user_id, secret)
    SELECT id, ${secret} FROM users WHERE id = ${userId}::uuid AND two_factor_enabled_at IS NULL FOR UPDATE
    ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, last_step = 0, created_at = now()`.execute(db);
  return numAffectedRows === 1n;
}

/** Turns two-step verification on; returns false if it was already on. */
export async function setEnabled(db: Db, userId: string): Promise<boolean> {
  const changed = await db
    .updateTable('users')
    .set({ two_factor_enabled_at: sql`now()` })
    .where('id', '=', userId)
    .where('two_factor_enabled_at', 'is', null)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

export async function deleteTwoFactor(db: Db, userId: string): Promise<void> {
  await db.updateTable('users').set({ two_factor_enabled_at: null }).where('id', '=', userId).execute();
  for (const table of ['two_factor', 'recovery_codes', 'sign_in_challenges'] as const) {
    await db.deleteFrom(table).where('user_id', '=', userId).execute();
  }
}

/** Uses up a step; returns false if it or a later one was used before. */
export async function useStep(db: Db, userId: string, step: number): Promise<boolean> {
  const used = await db
    .updateTable('two_factor')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where(sql<boolean>`last_step < ${step}`)
    .executeTakeFirst();
  return used.numUpdatedRows > 0n;
}

/** Uses up a recovery code, which has one of these hashes; returns false if there is no such code. */
export async function deleteRecoveryCode(db: Db, userId: string, hashes: readonly Buffer[]): Promise<boolean> {
  const used = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', 'in', hashes)
    .executeTakeFirst();
  return used.numDeletedRows > 0n;
}

export async function replaceRecoveryCodes(db: Db, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute();
}

/** Uses up one attempt of a challenge and returns its member; undefined if it is unknown, expired or used up. */
export function takeChallengeTry(db: Db, hash: Buffer) {
  return db
    .updateTable('sign_in_challenges')
    .set({ tries_left: sql`tries_left - 1` })
    .where('challenge_hash', '=', hash)
    .where('tries_left', '>', 0)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['user_id', 'password_hash'])
    .executeTakeFirst();
}

/** Uses up a challenge; returns false if it was used in the meantime. */
export async function deleteChallenge(db: Db, hash: Buffer): Promise<boolean> {
  const used = await db.deleteFrom('sign_in_challenges').where('challenge_hash', '=', hash).executeTakeFirst();
  return used.numDeletedRows > 0n;
}

export async function deleteExpiredChallenges(db: Db): Promise<void> {
  await db.deleteFrom('sign_in_challenges').where('expires_at', '<', sql<Date>`now()`).execute();
}

/** Records that the session's member has just proved their identity by a password, code or passkey; returns when. */
export async function setProven(
  db: Db,
  sessionId: string,
  { passkeyId, byCode }: { passkeyId: string | undefined; byCode: boolean },
): Promise<Date> {
  const now = sql<Date>`now()`;
  const row = await db
    .updateTable('sessions')
    .set({
      proven_at: now,
      ...(passkeyId ? { passkey_id: passkeyId } : {}),
      ...(passkeyId || byCode ? { factor_proven_at: now } : {}),
    })
    .where('id', '=', sessionId)
    .returning('proven_at')
    .executeTakeFirst();
  if (!row?.proven_at) throw new AppError(401);
  return row.proven_at;
}
