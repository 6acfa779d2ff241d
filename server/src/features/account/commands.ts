import { accountMessages, type SignupBody } from '@afterhours/contract/account/account';
import { codeMessages } from '@afterhours/contract/account/mailed-code';
import { inTransaction } from '#db/statements/transaction.ts';
import { isUniqueViolation } from '#db/statements/unique-violation.ts';
import { prepareMemberScreening } from '#features/automation/loaders.ts';
import {
  acceptPresentTerms,
  admitNewcomer,
  announceRequest,
  hashCode,
  requestToJoin,
  requireProof,
} from '#features/community/loaders.ts';
import { AppError, fieldProblem, notFound } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';
import { keepInvitation, keepNetwork } from './account-networks.ts';
import { requireNoBan } from './banned-contacts.ts';
import { sessionsEnded } from './events.ts';
import { accountMail } from './jobs.ts';
import { type Entered, openSessionOrChallenge, type SignInClient } from './loaders.ts';
import { insertUser, selectCredentials, setEmailVerified, toSignupColumns } from './queries.ts';
import { deleteSessions } from './session-queries.ts';
import { registerDevice } from './sign-in/devices.ts';
import { consumeOtp } from './sign-in/mailed-codes.ts';
import { requireHardToGuess } from './sign-in/password-rules.ts';
import { hashPassword, verifyPassword } from './sign-in/passwords.ts';
import { deriveUsername, requireFreeName } from './sign-in/usernames.ts';

const USERNAME_ATTEMPTS = 6;
/** An id that no member has, so that an unknown address causes the same work as a known one. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/**
 * Creates a member and requests the mail with the code, in one transaction. Returns the id. Throws a 409 for a taken
 * email address or username, a 422 for a password that is easy to guess or a missing proof of work, and a 403 or 422 if
 * the person may not join.
 */
export async function signUp(services: Services, fields: SignupBody, client: SignInClient): Promise<string> {
  requireFreeName(fields.username);
  await requireHardToGuess('password', fields.password, { ...fields, appName: services.community.name() });
  await requireProof(services, fields);
  const passwordHash = await hashPassword(fields.password);
  const screen = await prepareMemberScreening(services);
  for (let attempt = 0; ; attempt++) {
    const username = fields.username ?? deriveUsername(fields.firstName, fields.lastName, attempt);
    try {
      const columns = toSignupColumns(fields, { username, passwordHash });
      return await inTransaction(services, async (tx) => {
        const admitted = await admitNewcomer(services, tx.db, fields);
        // Checked last, so that strangers who could not join anyway learn nothing about a ban.
        await requireNoBan(services, tx.db, fields);
        const userId = await insertUser(tx.db, columns);
        await acceptPresentTerms(tx.db, userId);
        await keepNetwork(tx.db, userId, 'joined', client.address);
        if (fields.invitation) await keepInvitation(tx.db, userId, hashCode(fields.invitation));
        const answer = admitted === 'asks' ? (fields.answer ?? '') : null;
        if (answer !== null) await requestToJoin(services, tx, userId, answer);
        await screen(tx, userId, { users: [columns], join_requests: [{ answer }] });
        client.device.setCookie(await registerDevice(tx.db, userId, client.device.token));
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

/**
 * Opens a session for a matching email address and password. Otherwise throws a 401, after the same time. With two-step
 * verification on, returns a challenge instead of a session.
 */
export async function logIn(
  services: Services,
  pair: { email: string; password: string },
  client: SignInClient,
): Promise<Entered> {
  const { db, security } = services;
  const member = await selectCredentials(db, pair.email);
  const matches = await verifyPassword(member?.password_hash, pair.password);
  if (!matches || !member?.password_hash) {
    security.record('sign-in-failed', {
      account: pair.email,
      method: 'password',
      address: client.address,
      ...(member ? { memberId: member.id } : {}),
    });
    throw new AppError(401, accountMessages.wrongPair);
  }
  const found = { ...member, method: 'password' as const };
  return inTransaction(services, (tx) => openSessionOrChallenge(services, tx, found, client));
}

/** Ends a member's sessions: one, all, or all but one. Their sockets are closed after the commit. */
export async function endSessions(
  services: Services,
  userId: string,
  which: { only?: string; except?: string },
): Promise<string[]> {
  const ended = await inTransaction(services, async (tx) => {
    const sessionIds = await deleteSessions(tx.db, userId, which);
    await tx.emit(sessionsEnded, { userId, sessionIds });
    return sessionIds;
  });
  services.security.record('sessions-ended', { memberId: userId, count: ended.length });
  return ended;
}

/** Ends one of the member's own sessions; throws a 404 if it belongs to somebody else. */
export async function deleteSession(services: Services, userId: string, sessionId: string): Promise<void> {
  if ((await endSessions(services, userId, { only: sessionId })).length === 0) throw notFound();
}

/** Confirms the address with the mailed code. Every failure is the same 422, after the same work. */
export async function verifyOtp(services: Services, email: string, otp: string): Promise<void> {
  const confirmed = await inTransaction(services, async (tx) => {
    const { db } = tx;
    const member = await selectCredentials(db, email);
    if (!(await consumeOtp(db, member?.id ?? NOBODY, otp)) || !member) return null;
    await setEmailVerified(db, member.id);
    await announceRequest(tx, member.id);
    return member.id;
  });
  // Thrown outside the transaction, so that a wrong code still counts as an attempt.
  if (confirmed === null) throw fieldProblem('otp', codeMessages.wrong);
  services.security.record('address-confirmed', { memberId: confirmed });
}
