import { accountMessages, type SignupBody } from '@afterhours/contract/account';
import { inTransaction } from '#db/transaction.ts';
import { isUniqueViolation } from '#db/unique-violation.ts';
import { AppError, fieldProblem, notFound } from '#http/errors.ts';
import { createToken, type Session } from '#http/session.ts';
import type { Services } from '#services.ts';
import { sessionsEnded } from './events.ts';
import { accountMail } from './jobs.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import {
  deleteSessions,
  insertSession,
  insertUser,
  selectCredentials,
  selectPasswordHash,
  setEmailVerified,
  updatePassword,
} from './queries.ts';
import { consumeOtp, consumeResetToken } from './secrets.ts';
import { deriveUsername } from './usernames.ts';

const USERNAME_ATTEMPTS = 6;

/** Creates a member and asks for the mail with the code, in one transaction; returns the id. 409 on a taken e-mail or username. */
export async function signUp(services: Services, fields: SignupBody): Promise<string> {
  const passwordHash = await hashPassword(fields.password);
  for (let attempt = 0; ; attempt++) {
    const username = fields.username ?? deriveUsername(fields.firstName, fields.lastName, attempt);
    try {
      return await inTransaction(services, async (tx) => {
        const userId = await insertUser(tx.db, fields, { username, passwordHash });
        await services.jobs.enqueue(tx.db, accountMail, { email: fields.email, purpose: 'verify' });
        return userId;
      });
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      if (error.constraint === 'users_email_key') throw new AppError(409, accountMessages.emailTaken);
      if (fields.username || attempt >= USERNAME_ATTEMPTS) throw new AppError(409, accountMessages.usernameTaken);
    }
  }
}

/** Opens a session for the right pair of e-mail and password; 401 otherwise, after the same time. */
export async function logIn(
  services: Services,
  pair: { email: string; password: string },
  where: { userAgent: string | null; address: string },
): Promise<{ token: string; userId: string }> {
  const member = await selectCredentials(services.db, pair.email);
  const matches = await verifyPassword(member?.password_hash, pair.password);
  if (!matches || !member?.password_hash) throw new AppError(401, accountMessages.wrongPair);
  const { id: userId, password_hash: passwordHash } = member;
  const { token, hash } = createToken();
  if (!(await insertSession(services.db, { userId, passwordHash, tokenHash: hash, ...where })))
    throw new AppError(401, accountMessages.wrongPair);
  return { token, userId };
}

/** Ends sessions of a member: one, all, or all but one. Their sockets close after the commit. */
export function endSessions(
  services: Services,
  userId: string,
  which: { only?: string; except?: string },
): Promise<string[]> {
  return inTransaction(services, async (tx) => {
    const sessionIds = await deleteSessions(tx.db, userId, which);
    await tx.emit(sessionsEnded, { sessionIds });
    return sessionIds;
  });
}

/** Ends one of the member's own sessions; 404 when it is not theirs. */
export async function deleteSession(services: Services, userId: string, sessionId: string): Promise<void> {
  if ((await endSessions(services, userId, { only: sessionId })).length === 0) throw notFound();
}

/** Confirms the address with the mailed code; every failure is the same 422. */
export async function verifyOtp(services: Services, email: string, otp: string): Promise<void> {
  const right = await inTransaction(services, async ({ db }) => {
    const member = await selectCredentials(db, email);
    if (!member || !(await consumeOtp(db, member.id, otp))) return false;
    await setEmailVerified(db, member.id);
    return true;
  });
  // Thrown outside, so that a wrong code's try stays taken.
  if (!right) throw fieldProblem('otp', accountMessages.wrongCode);
}

/** Sets the password with a link's token and ends all sessions. A link that was followed also proves the address. */
export async function resetPassword(services: Services, token: string, newPassword: string): Promise<void> {
  const passwordHash = await hashPassword(newPassword);
  await inTransaction(services, async (tx) => {
    const userId = await consumeResetToken(tx.db, token);
    if (userId === null) throw fieldProblem('token', accountMessages.resetDead);
    await updatePassword(tx.db, userId, passwordHash);
    await setEmailVerified(tx.db, userId);
    await tx.emit(sessionsEnded, { sessionIds: await deleteSessions(tx.db, userId) });
  });
}

/** Changes the own password and ends all other sessions; 422 on a wrong current one. */
export async function changePassword(
  services: Services,
  session: Session,
  current: string,
  newPassword: string,
): Promise<void> {
  const held = await selectPasswordHash(services.db, session.userId);
  if (!(await verifyPassword(held?.password_hash, current)))
    throw fieldProblem('currentPassword', accountMessages.wrongCurrent);
  const passwordHash = await hashPassword(newPassword);
  await inTransaction(services, async (tx) => {
    await updatePassword(tx.db, session.userId, passwordHash);
    await tx.emit(sessionsEnded, {
      sessionIds: await deleteSessions(tx.db, session.userId, { except: session.sessionId }),
    });
  });
}
