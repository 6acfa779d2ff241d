import { accountMessages } from '@afterhours/contract/account/account';
import { codeMessages } from '@afterhours/contract/account/mailed-code';
import type { PasskeyAnswer } from '@afterhours/contract/account/passkeys';
import { type confirmIdentity as confirmation, RECENT_MINUTES } from '@afterhours/contract/account/recent-proof';
import { signInMessages } from '@afterhours/contract/account/sign-in';
import { twoFactorMessages } from '@afterhours/contract/account/two-factor';
import { MINUTE_MS } from '@afterhours/contract/base/durations';
import type { z } from 'zod/mini';
import { lockMember } from '#access/members.ts';
import type { Tx } from '#db/events.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import {
  type ClientInfo,
  endOtherSessions,
  notifyByMail,
  openSession,
  requirePassword,
  requirePasswordOrRecent,
  type SignInClient,
} from '#features/account/loaders.ts';
import { AppError, fieldProblem } from '#http/errors/errors.ts';
import type { Session } from '#http/gate/session.ts';
import { hashToken } from '#http/gate/tokens.ts';
import type { Services } from '#services.ts';
import { provePasskey } from '../passkeys/loaders.ts';
import { PasskeyError } from '../passkeys/verify.ts';
import { setFactorProven } from '../session-queries.ts';
import { createRecoveryCodes, createSecret, describeSecret, hashRecoveryCode } from './codes.ts';
import { consumeCode, findCodeStep, sealSecret } from './loaders.ts';
import * as queries from './queries.ts';

const wrongCode = () => fieldProblem('code', codeMessages.wrong);
const checkPassword = ({ db }: Services, userId: string, password: string | null | undefined) =>
  requirePassword(db, userId, password, signInMessages.wrongPassword);

/** Returns new recovery codes and their hashes. Called before a transaction, which would hold its locks meanwhile. */
async function createHashedCodes(userId: string): Promise<{ codes: string[]; hashes: Buffer[] }> {
  const codes = createRecoveryCodes();
  return { codes, hashes: await Promise.all(codes.map((code) => hashRecoveryCode(userId, code))) };
}

/**
 * Creates a new secret, which is not in use before `enable`. Throws a 409 if verification is on, a 422 for a wrong
 * password, and a 403 without a password and a recent proof.
 */
export async function start(services: Services, session: Session, password: string | null | undefined) {
  const { userId } = session;
  await requirePasswordOrRecent(services.db, session, password, signInMessages.wrongPassword);
  const secret = createSecret();
  const state = await queries.selectState(services.db, userId);
  if (!state || !(await queries.setPendingSecret(services.db, userId, sealSecret(services, userId, secret))))
    throw new AppError(409, twoFactorMessages.alreadyOn);
  return { secret, ...describeSecret(secret, state.email, services.community.name()) };
}

/** Turns verification on with a first code of the app, and ends all other sessions. Returns the recovery codes. */
export async function enable(
  services: Services,
  session: Session,
  code: string,
  client: ClientInfo,
): Promise<string[]> {
  const { userId, sessionId } = session;
  const { codes, hashes } = await createHashedCodes(userId);
  await inTransaction(services, async (tx) => {
    // This comes first: it locks the member, so that a concurrent start cannot replace the secret that is checked here.
    if (!(await queries.setEnabled(tx.db, userId))) throw new AppError(409, twoFactorMessages.alreadyOn);
    const state = await queries.selectState(tx.db, userId);
    if (!state?.secret) throw new AppError(409, twoFactorMessages.notStarted);
    const step = await findCodeStep(services, { userId, secret: state.secret }, code);
    if (step === null || !(await queries.useStep(tx.db, userId, step))) throw wrongCode();
    await endOtherSessions(tx, userId, sessionId);
    await setFactorProven(tx.db, sessionId);
    await notifyByMail(services, tx.db, userId, { kind: 'two-factor-on', client });
    await queries.replaceRecoveryCodes(tx.db, userId, hashes);
  });
  services.sessions.dropOf(userId);
  services.security.record('two-factor-on', { memberId: userId, sessionId, address: client.address });
  return codes;
}

type Proof = { password?: string | null | undefined; code: string };

/**
 * Runs `work` for a member with the correct password and code; throws a 409 if verification is not on, and a 422 if
 * either is wrong.
 */
async function withProof<T>(
  services: Services,
  userId: string,
  proof: Proof,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  await checkPassword(services, userId, proof.password);
  return inTransaction(services, async (tx) => {
    // Otherwise two sets of recovery codes that are created at once would not replace each other.
    await lockMember(tx.db, userId);
    const state = await queries.selectState(tx.db, userId);
    if (!state?.enabled_at || !state.secret) throw new AppError(409, twoFactorMessages.notOn);
    if (!(await consumeCode(services, tx, { userId, secret: state.secret }, proof.code))) throw wrongCode();
    return work(tx);
  });
}

export async function disable(services: Services, userId: string, proof: Proof, client: ClientInfo): Promise<void> {
  await withProof(services, userId, proof, async (tx) => {
    await queries.deleteTwoFactor(tx.db, userId);
    await notifyByMail(services, tx.db, userId, { kind: 'two-factor-off', client });
  });
  services.sessions.dropOf(userId);
  services.security.record('two-factor-off', { memberId: userId, address: client.address });
}

/** Creates new recovery codes and deletes the old ones. */
export async function renewRecoveryCodes(services: Services, userId: string, proof: Proof): Promise<string[]> {
  const { codes, hashes } = await createHashedCodes(userId);
  await withProof(services, userId, proof, ({ db }) => queries.replaceRecoveryCodes(db, userId, hashes));
  services.security.record('recovery-codes-renewed', { memberId: userId });
  return codes;
}

/** Returns a challenge's member and uses up one of its attempts; throws a 401 if it is invalid. */
export async function takeChallenge({ db }: Services, challenge: string) {
  const found = await queries.takeChallengeTry(db, hashToken(challenge));
  if (!found) throw new AppError(401, twoFactorMessages.deadChallenge);
  return { userId: found.user_id, passwordHash: found.password_hash };
}

/**
 * The second step: a correct code turns the challenge into a session. Throws a 422 for a wrong code, and a 401 if the
 * challenge has expired.
 */
export function verifyLogin(
  services: Services,
  sent: { challenge: string; code: string; userId: string; passwordHash: string | null },
  client: SignInClient,
): Promise<string> {
  const { userId, passwordHash } = sent;
  return inTransaction(services, async (tx) => {
    const state = await queries.selectState(tx.db, userId);
    if (!state?.secret || !(await consumeCode(services, tx, { userId, secret: state.secret }, sent.code)))
      throw wrongCode();
    const alive = await queries.deleteChallenge(tx.db, hashToken(sent.challenge));
    const token = alive ? await openSession(services, tx, { userId, passwordHash, method: 'code' }, client) : null;
    if (token === null) throw new AppError(401, accountMessages.wrongPair);
    return token;
  });
}

/**
 * Confirms the identity of the session's member by password, passkey or code, for calls that require a recent proof.
 * Throws a 422 for a wrong one, and for a missing code of members without a password. Returns until when the proof
 * counts.
 */
export async function confirmIdentity(
  services: Services,
  { userId, sessionId }: Session,
  { password, code, passkey }: z.output<(typeof confirmation)['body']>,
  client: ClientInfo,
): Promise<Date> {
  let passkeyId: string | undefined;
  if (passkey) passkeyId = await takePasskey(services, userId, passkey, client);
  else if (code) await inTransaction(services, (tx) => requireCode(services, tx, userId, code));
  else if (!(await checkPassword(services, userId, password))) throw fieldProblem('code', twoFactorMessages.needed);
  const at = await queries.setProven(services.db, sessionId, { passkeyId, byCode: !passkey && Boolean(code) });
  // The session's next call reads the proof: here, and after a database notification on the other servers.
  services.sessions.drop(sessionId);
  return new Date(at.getTime() + RECENT_MINUTES * MINUTE_MS);
}

const takePasskey = (services: Services, userId: string, passkey: PasskeyAnswer, client: ClientInfo): Promise<string> =>
  provePasskey(services, userId, passkey, client).catch((error: unknown) => {
    throw error instanceof PasskeyError ? fieldProblem('passkey', error.text) : error;
  });

async function requireCode(services: Services, tx: Tx, userId: string, code: string): Promise<void> {
  const state = await queries.selectState(tx.db, userId);
  if (!state?.enabled_at || !state.secret) throw fieldProblem('code', twoFactorMessages.notOn);
  if (!(await consumeCode(services, tx, { userId, secret: state.secret }, code))) throw wrongCode();
}
