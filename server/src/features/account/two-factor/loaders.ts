import { codeMessages } from '@afterhours/contract/account/mailed-code';
import { CHALLENGE_MINUTES, CHALLENGE_TRIES, twoFactorMessages } from '@afterhours/contract/account/two-factor';
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import type { Tx } from '#db/events.ts';
import { fieldProblem } from '#http/errors/errors.ts';
import { createToken } from '#http/gate/tokens.ts';
import { cellOf, twoFactorSecret } from '#platform/secrets/sealed-columns.ts';
import type { Services } from '#services.ts';
import { deletePasskeys } from '../passkeys/queries.ts';
import { findStep, formerRecoveryHash, hashRecoveryCode } from './codes.ts';
import * as queries from './queries.ts';

/** `secret` is in its stored form. */
type Factor = { userId: string; secret: string };

/** Creates a challenge for a member whose first step was correct: valid for ten minutes and five attempts. */
export async function createChallenge(
  db: Db,
  member: { userId: string; passwordHash: string | null },
): Promise<string> {
  const { token, hash } = createToken();
  await db
    .insertInto('sign_in_challenges')
    .values({
      challenge_hash: hash,
      user_id: member.userId,
      password_hash: member.passwordHash,
      tries_left: CHALLENGE_TRIES,
      expires_at: sql<Date>`now() + make_interval(mins => ${CHALLENGE_MINUTES})`,
    })
    .execute();
  return token;
}

const secretCell = (userId: string) => cellOf(twoFactorSecret, userId);

export const sealSecret = ({ secrets }: Services, userId: string, secret: string): string =>
  secrets.seal(secretCell(userId), secret);

/** Returns the 30-second step of an app's code; null if it is wrong, or if the key that seals the secret is lost. */
export async function findCodeStep(
  { secrets, log }: Services,
  { userId, secret: stored }: Factor,
  code: string,
): Promise<number | null> {
  const secret = await secrets.open(secretCell(userId), stored);
  if (secret === null) log.error({ memberId: userId }, 'no key decrypts the secret of a two-step verification');
  return secret === null ? null : findStep(secret, code, Date.now());
}

/** Uses up a code of the app or a recovery code; returns false if it is neither. */
export async function consumeCode(services: Services, { db }: Tx, factor: Factor, code: string) {
  const { userId } = factor;
  const step = await findCodeStep(services, factor, code);
  if (step !== null) return queries.useStep(db, userId, step);
  const hashes = [await hashRecoveryCode(userId, code), formerRecoveryHash(userId, code)];
  const used = await queries.deleteRecoveryCode(db, userId, hashes);
  if (used) services.security.record('recovery-code-used', { memberId: userId });
  return used;
}

/** Deletes a member's passkeys and two-step verification, in a transaction; returns what was deleted. */
export async function removeFactors(db: Db, userId: string): Promise<{ passkeys: number; twoFactor: boolean }> {
  const state = await queries.selectState(db, userId);
  await queries.deleteTwoFactor(db, userId);
  return { passkeys: await deletePasskeys(db, userId), twoFactor: Boolean(state?.enabled_at) };
}

/** Requires a code from a member with two-step verification on; throws a 422 on `code` if it is missing or wrong. */
export async function requireSecondFactor(services: Services, tx: Tx, userId: string, code: string): Promise<void> {
  const state = await queries.selectState(tx.db, userId);
  if (!state?.enabled_at || !state.secret) return;
  if (code === '') throw fieldProblem('code', twoFactorMessages.needed);
  const compact = code.replace(/\s/g, '').toLowerCase();
  if (!(await consumeCode(services, tx, { userId, secret: state.secret }, compact)))
    throw fieldProblem('code', codeMessages.wrong);
}
