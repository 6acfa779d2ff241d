import { accountMessages } from '@afterhours/contract/account/account';
import { signInMessages } from '@afterhours/contract/account/sign-in';
import type { MessageDescriptor } from '@afterhours/contract/base/message';
import type { Db } from '#db/connection/pool.ts';
import type { Tx } from '#db/events.ts';
import { AppError, fieldProblem } from '#http/errors/errors.ts';
import type { Device } from '#http/gate/device-cookie.ts';
import { requireRecent } from '#http/gate/gate.ts';
import { networkOf } from '#http/gate/network.ts';
import type { Session } from '#http/gate/session.ts';
import { createToken } from '#http/gate/tokens.ts';
import type { SignInMethod } from '#http/observe/security-log.ts';
import type { Services } from '#services.ts';
import { keepNetwork } from './account-networks.ts';
import { sessionOpened, sessionsEnded } from './events.ts';
import { accountMail } from './jobs.ts';
import { accountNotice, type ClientInfo, type NoticeKind } from './mail/notices.ts';
import { selectAddress, selectPasswordHash } from './queries.ts';
import { deleteSessions, deleteSurplusSessions, insertSession, selectEarlierSignIns } from './session-queries.ts';
import { findKnownDevice, registerDevice } from './sign-in/devices.ts';
import { verifyPassword } from './sign-in/passwords.ts';
import { createChallenge } from './two-factor/loaders.ts';

export {
  forgetBannedContacts,
  keepBannedContacts,
  type ProviderAccount,
  requireNoBan,
  requireNoBannedIdentity,
} from './banned-contacts.ts';
export type { ClientInfo } from './mail/notices.ts';
export { announceOwnRecord, loadOwnUser } from './own-record.ts';
export { setEmailVerified, updateEmail } from './queries.ts';
export { logRefusedSignIn, logWrongProof } from './refusals.ts';
export { deleteDevices } from './sign-in/devices.ts';
export { canSignIn, requireOtherSignInMethod } from './sign-in/sign-in-methods.ts';
export { toSignInResponse } from './sign-in/sign-in-response.ts';
export { deriveUsername, requireFreeName } from './sign-in/usernames.ts';
export { removeFactors } from './two-factor/loaders.ts';

/**
 * Mails a notice to a member with a confirmed address. Unconfirmed addresses get nothing: they may be somebody else's.
 */
export async function notifyByMail(
  { jobs }: Pick<Services, 'jobs'>,
  db: Db,
  userId: string,
  { kind, client, ...more }: { kind: NoticeKind; client: ClientInfo; to?: string; otherWays?: boolean },
): Promise<void> {
  const member = await selectAddress(db, userId);
  if (!member?.email_verified_at) return;
  const { userAgent, address } = client;
  const notice = { to: member.email, name: member.first_name, kind, at: new Date().toISOString(), ...more };
  await jobs.enqueue(db, accountNotice, { ...notice, place: { userAgent, address } });
}

/** Ends all of a member's sessions but one, in a transaction. */
export async function endOtherSessions(tx: Tx, userId: string, sessionId: string): Promise<void> {
  await tx.emit(sessionsEnded, { userId, sessionIds: await deleteSessions(tx.db, userId, { except: sessionId }) });
}

/** Ends all of a member's sessions, in a transaction; returns how many. */
export async function endAllSessions(tx: Tx, userId: string): Promise<number> {
  const sessionIds = await deleteSessions(tx.db, userId, {});
  await tx.emit(sessionsEnded, { userId, sessionIds });
  return sessionIds.length;
}

/** Requests the mail with a link to reset the password, within a transaction. */
export const requestReset = ({ jobs }: Pick<Services, 'jobs'>, db: Db, email: string): Promise<void> =>
  jobs.enqueue(db, accountMail, { email, purpose: 'reset' });

/** The browser, network and device from which somebody signs in. */
export type SignInClient = ClientInfo & { device: Device };

/** Whether a sign-in comes from a device that is new to an account with earlier sign-ins. */
async function isNewDevice(db: Db, userId: string, { device, userAgent, address }: SignInClient): Promise<boolean> {
  if ((await findKnownDevice(db, { userId }, device)) !== null) return false;
  const { entered, clients } = await selectEarlierSignIns(db, userId);
  const { narrow } = networkOf(address);
  // The name of a browser alone identifies nobody: many people have that browser.
  return (
    entered && !clients.some((client) => client.userAgent === userAgent && networkOf(client.address).narrow === narrow)
  );
}

/** Registers the device of a sign-in, and mails the member a notice if it is new. */
async function welcomeDevice(services: Services, db: Db, userId: string, client: SignInClient, isNew: boolean) {
  const { device, address } = client;
  if (isNew) {
    await notifyByMail(services, db, userId, { kind: 'new-device', client });
    services.security.record('sign-in-new-device', { memberId: userId, address });
  }
  device.setCookie(await registerDevice(db, userId, device.token));
}

/**
 * Opens a session and returns its token; null if the member's password hash is no longer `passwordHash` (null for
 * members without a password), or if two-step verification was turned on meanwhile and no code was given. Ends the
 * oldest sessions beyond the maximum. A concurrent password change waits for this transaction, and then forgets the
 * device as well.
 */
export async function openSession(
  services: Services,
  tx: Tx,
  member: { userId: string; passwordHash: string | null; method: SignInMethod; passkeyId?: string },
  client: SignInClient,
): Promise<string | null> {
  const { db } = tx;
  const { userId, method, ...pass } = member;
  const isNew = await isNewDevice(db, userId, client);
  const { token, hash } = createToken();
  const { userAgent, address } = client;
  const session = { userId, ...pass, byCode: method === 'code', tokenHash: hash, userAgent, address };
  if (!(await insertSession(db, session))) return null;
  await keepNetwork(db, userId, 'signed-in', address);
  await welcomeDevice(services, db, userId, client, isNew);
  await deleteSurplusSessions(db, userId);
  await tx.emit(sessionOpened, { userId });
  services.security.record('sign-in', { memberId: userId, method, address });
  return token;
}

/** A new session, or the challenge of the second step. */
export type Entered = { token: string; userId: string } | { challenge: string };

/**
 * Opens a session for a member whose first step was correct; with two-step verification on, returns a challenge
 * instead. Throws a 401 if the password was changed, or two-step verification turned on, in the meantime.
 */
export async function openSessionOrChallenge(
  services: Services,
  tx: Tx,
  member: { id: string; password_hash: string | null; two_factor_enabled_at: Date | null; method: SignInMethod },
  client: SignInClient,
): Promise<Entered> {
  const pass = { userId: member.id, passwordHash: member.password_hash };
  if (member.two_factor_enabled_at) return { challenge: await createChallenge(tx.db, pass) };
  const token = await openSession(services, tx, { ...pass, method: member.method }, client);
  if (token === null) throw new AppError(401, accountMessages.wrongPair);
  return { token, userId: member.id };
}

/**
 * Verifies a signed-in member's password. Throws a 422 on `password` if it is wrong, and a 401 if the account is gone.
 * Members who only sign in with Google have no password and pass. Returns whether there is a password.
 */
export async function requirePassword(
  db: Db,
  userId: string,
  password: string | null | undefined,
  wrong: MessageDescriptor,
): Promise<boolean> {
  const stored = await selectPasswordHash(db, userId);
  // The account is gone; "wrong password" would be untrue.
  if (!stored) throw new AppError(401);
  if (stored.password_hash === null) return false;
  if (!password) throw fieldProblem('password', signInMessages.passwordRequired);
  if (!(await verifyPassword(stored.password_hash, password))) throw fieldProblem('password', wrong);
  return true;
}

/**
 * Like `requirePassword`, but members without a password must have signed in, or confirmed their identity, within the
 * last minutes (403): a session alone, which a stolen token would open, must not be enough.
 */
export async function requirePasswordOrRecent(
  db: Db,
  session: Session,
  password: string | null | undefined,
  wrong: MessageDescriptor,
): Promise<boolean> {
  const hasPassword = await requirePassword(db, session.userId, password, wrong);
  if (!hasPassword) requireRecent({ recent: true }, session, null);
  return hasPassword;
}
