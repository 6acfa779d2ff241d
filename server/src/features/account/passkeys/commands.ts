import { randomBytes } from 'node:crypto';
import { accountMessages } from '@afterhours/contract/account/account';
import { describeDevice } from '@afterhours/contract/account/device-name';
import {
  isTransport,
  MAX_PASSKEY_LABEL,
  MAX_PASSKEYS,
  PASSKEY_MINUTES,
  type PasskeyAnswer,
  passkeyMessages,
  type RegistrationAnswer,
} from '@afterhours/contract/account/passkeys';
import { MINUTE_MS } from '@afterhours/contract/base/durations';
import { lockMember } from '#access/members.ts';
import type { Db } from '#db/connection/pool.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { isUniqueViolation } from '#db/statements/unique-violation.ts';
import { type ClientInfo, notifyByMail, openSession, type SignInClient } from '#features/account/loaders.ts';
import { AppError, notFound } from '#http/errors/errors.ts';
import type { Session } from '#http/gate/session.ts';
import type { Services } from '#services.ts';
import { english } from '#texts/english.ts';
import { setFactorProven } from '../session-queries.ts';
import { requireOtherSignInMethod } from '../sign-in/sign-in-methods.ts';
import { storePasskeyUse } from './loaders.ts';
import * as queries from './queries.ts';
import { ALGORITHMS, requireRelyingParty, verifyAssertion, verifyRegistration } from './verify.ts';

const TIMEOUT_MS = PASSKEY_MINUTES * MINUTE_MS;

async function createChallenge(db: Db, purpose: queries.Purpose, userId: string | null): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  await queries.insertChallenge(db, challenge, { purpose, userId });
  return challenge;
}

const tooMany = () => new AppError(409, english(passkeyMessages.many, { max: MAX_PASSKEYS }));

function describe(row: { credential_id: Buffer; transports: string[] }) {
  const id = row.credential_id.toString('base64url');
  return { id, type: 'public-key' as const, transports: row.transports.filter(isTransport) };
}

/** Returns the options with which a member's browser creates a passkey; throws a 409 if they have too many. */
export async function start(services: Services, userId: string) {
  const { id } = requireRelyingParty(services);
  const { db, community } = services;
  const passkeys = await queries.selectPasskeys(db, userId);
  if (passkeys.length >= MAX_PASSKEYS) throw tooMany();
  const member = await db
    .selectFrom('users')
    .select(['email', 'first_name', 'last_name'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!member) throw new AppError(401);
  return {
    rp: { name: community.name(), id },
    user: {
      id: Buffer.from(userId).toString('base64url'),
      name: member.email,
      displayName: `${member.first_name} ${member.last_name}`.trim(),
    },
    challenge: await createChallenge(db, 'register', userId),
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' as const })),
    timeout: TIMEOUT_MS,
    // A device that already has a passkey of this member does not create a second one.
    excludeCredentials: passkeys.map(describe),
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true,
      userVerification: 'required' as const,
    },
    attestation: 'none' as const,
  };
}

/** Registers a passkey. Throws PasskeyError, and a 409 if it is already known or there are too many. */
export async function add(services: Services, session: Session, answer: RegistrationAnswer, client: ClientInfo) {
  const { userId, sessionId } = session;
  const { credentialId, publicKey, counter, backedUp, rpId } = await verifyRegistration(services, userId, answer);
  const transports = [...new Set(answer.response.transports ?? [])].filter(isTransport);
  const label = describeDevice(client.userAgent, english).name.slice(0, MAX_PASSKEY_LABEL);
  const row = await inTransaction(services, async (tx) => {
    if (!(await lockMember(tx.db, userId))) throw new AppError(401);
    if ((await queries.countPasskeys(tx.db, userId)) >= MAX_PASSKEYS) throw tooMany();
    const inserted = await queries.insertPasskey(tx.db, {
      user_id: userId,
      credential_id: credentialId,
      public_key: publicKey,
      counter,
      transports,
      backed_up: backedUp,
      rp_id: rpId,
      label,
    });
    await setFactorProven(tx.db, sessionId);
    await notifyByMail(services, tx.db, userId, { kind: 'passkey-added', client });
    return inserted;
  }).catch((error: unknown) => {
    if (isUniqueViolation(error, 'credentials_credential_id_key')) throw new AppError(409, passkeyMessages.known);
    throw error;
  });
  services.sessions.dropOf(userId);
  services.security.record('passkey-added', { memberId: userId, address: client.address });
  return row;
}

/** Throws a 404 if the passkey belongs to somebody else. */
export async function rename({ db }: Services, userId: string, id: string, label: string) {
  const row = await queries.updateLabel(db, userId, id, label);
  if (!row) throw notFound(passkeyMessages.gone);
  return row;
}

/** Removes a passkey; throws a 404 if it belongs to somebody else, and a 409 if it is the only way to sign in. */
export async function remove(services: Services, userId: string, id: string, client: ClientInfo): Promise<void> {
  await inTransaction(services, async (tx) => {
    if (!(await lockMember(tx.db, userId))) throw new AppError(401);
    if (!(await queries.deletePasskey(tx.db, userId, id))) throw notFound(passkeyMessages.gone);
    // Checked after the removal, which a failure rolls back.
    await requireOtherSignInMethod(services, tx.db, userId);
    await notifyByMail(services, tx.db, userId, { kind: 'passkey-removed', client });
  });
  services.sessions.dropOf(userId);
  services.security.record('passkey-removed', { memberId: userId, address: client.address });
}

/** Returns the options with which a browser asks for a passkey: any of this site, or one of that member. */
export async function startAssertion(services: Services, userId: string | null) {
  const { id } = requireRelyingParty(services);
  const passkeys = userId === null ? [] : await queries.selectPasskeys(services.db, userId);
  return {
    rpId: id,
    challenge: await createChallenge(services.db, userId === null ? 'sign-in' : 'confirm', userId),
    timeout: TIMEOUT_MS,
    allowCredentials: passkeys.map(describe),
    userVerification: 'required' as const,
  };
}

/**
 * Opens a session for the passkey's owner. Throws PasskeyError, and a 401 if the passkey was removed in the meantime.
 */
export async function signIn(services: Services, answer: PasskeyAnswer, client: SignInClient) {
  const proven = await verifyAssertion(services, answer, null);
  const { id: passkeyId, user_id: userId, password_hash: passwordHash } = proven.credential;
  const token = await inTransaction(services, async (tx) => {
    // Locks the member first, as the removal of a passkey does, to avoid a deadlock.
    if (!(await lockMember(tx.db, userId))) throw new AppError(401, accountMessages.wrongPair);
    await storePasskeyUse(services, tx.db, proven, client);
    return openSession(services, tx, { userId, passwordHash, method: 'passkey', passkeyId }, client);
  });
  if (token === null) throw new AppError(401, accountMessages.wrongPair);
  return { token, userId };
}
