import type { OwnUser } from '@afterhours/contract/account';
import type { Db } from '#db/pool.ts';
import { AppError, fieldProblem } from '#http/errors.ts';
import { createToken } from '#http/session.ts';
import { verifyPassword } from './passwords.ts';
import { insertSession, selectOwnUser, selectPasswordHash } from './queries.ts';
import { deriveUsername } from './usernames.ts';
import { toOwnUserView } from './views.ts';

/** The member's own record as they see it; 401 when the account is gone meanwhile. */
export async function loadOwnUser(db: Db, userId: string): Promise<OwnUser> {
  const row = await selectOwnUser(db, userId);
  if (!row) throw new AppError(401);
  return toOwnUserView(row);
}

/** Where somebody signs in from. */
export type SignInPlace = { userAgent: string | null; address: string };

/**
 * Opens a session and returns its token; null when the member's password is no longer `passwordHash` (which is null for
 * members without one).
 */
export async function openSession(
  db: Db,
  member: { userId: string; passwordHash: string | null },
  place: SignInPlace,
): Promise<string | null> {
  const { token, hash } = createToken();
  const session = { ...member, tokenHash: hash, ...place };
  return (await insertSession(db, session)) ? token : null;
}

/**
 * Asks a signed-in member for their password once more; 422 on `password` when it is not right, 401 when the account is gone. Members who only sign in
 * with Google have none, and are believed: returns whether there is one.
 */
export async function requirePassword(
  db: Db,
  userId: string,
  password: string | null | undefined,
  wrong: string,
): Promise<boolean> {
  const held = await selectPasswordHash(db, userId);
  // Gone meanwhile: to say that the password is wrong would be untrue.
  if (!held) throw new AppError(401);
  if (held.password_hash === null) return false;
  if (!password) throw fieldProblem('password', 'Password is required.');
  if (!(await verifyPassword(held.password_hash, password))) throw fieldProblem('password', wrong);
  return true;
}

/** A username for a new member; with each `attempt` a rarer one. */
export const suggestUsername = (firstName: string, lastName: string, attempt: number): string =>
  deriveUsername(firstName, lastName, attempt);
