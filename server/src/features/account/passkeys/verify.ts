/**
 * Checks the responses of authenticators: a response that does not match exactly what was requested is rejected with a
 * reason.
 */
import { type PasskeyAnswer, passkeyMessages, type RegistrationAnswer } from '@afterhours/contract/account/passkeys';
import type { MessageDescriptor } from '@afterhours/contract/base/message';
import { AppError } from '#http/errors/errors.ts';
import { type RelyingParty, relyingPartyOf } from '#platform/relying-party.ts';
import type { Services } from '#services.ts';
import { type CredentialRow, type Purpose, selectCredential, takeChallenge } from './queries.ts';

/** Loaded with the first passkey: its two hundred modules would be a tenth of the work of a startup. */
const loadLibrary = () => import('@simplewebauthn/server');

/** ES256, EdDSA and RS256: the algorithms of today's authenticators. */
export const ALGORITHMS = [-7, -8, -257];

/** A rejected response, with the text that gives the reason. */
export class PasskeyError extends Error {
  readonly text: MessageDescriptor;

  constructor(text: MessageDescriptor, cause?: unknown) {
    super(text.message, { cause });
    this.text = text;
  }
}

/** Throws a 404 if browsers cannot use passkeys at this site's address. */
export function requireRelyingParty({ config }: Pick<Services, 'config'>): RelyingParty {
  const party = relyingPartyOf(config.publicUrl);
  if (!party) throw new AppError(404, passkeyMessages.off);
  return party;
}

/** Returns the challenge that the browser claims to respond to. */
function readChallenge(clientDataJSON: string): string {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    const challenge = (data as { challenge?: unknown } | null)?.challenge;
    if (typeof challenge === 'string') return challenge;
  } catch {
    // Falls through to the error below, like any other text that is not valid client data.
  }
  throw new PasskeyError(passkeyMessages.unreadable);
}

/** Uses up the challenge of a response and returns it; throws if there is none of this purpose for this member. */
async function consume({ db }: Services, clientDataJSON: string, purpose: Purpose, userId: string | null) {
  const challenge = readChallenge(clientDataJSON);
  if (!(await takeChallenge(db, challenge, { purpose, userId }))) throw new PasskeyError(passkeyMessages.late);
  return challenge;
}

/** Runs a check of the library, which throws for anything that is wrong with a response. */
async function checked<T extends { verified: boolean }>(check: () => Promise<T>): Promise<T> {
  const result = await check().catch((error: unknown) => {
    throw new PasskeyError(passkeyMessages.refused, error);
  });
  if (!result.verified) throw new PasskeyError(passkeyMessages.refused);
  return result;
}

/** A well-formed signature, which no key has made. */
const NO_SIGNATURE = new Uint8Array([0x30, 6, 2, 1, 1, 2, 1, 1]);

/** Tries to verify something with a new key, which has signed nothing yet. Throws PasskeyError if it can never work. */
async function requireUsable(credentialPublicKey: Uint8Array<ArrayBuffer>): Promise<void> {
  const { verifySignature } = await import('@simplewebauthn/server/helpers');
  await checked(async () => {
    await verifySignature({ credentialPublicKey, signature: NO_SIGNATURE, data: new Uint8Array() });
    return { verified: true };
  });
}

/** Verifies a new passkey of a member. Throws PasskeyError. */
export async function verifyRegistration(services: Services, userId: string, answer: RegistrationAnswer) {
  const party = requireRelyingParty(services);
  const expectedChallenge = await consume(services, answer.response.clientDataJSON, 'register', userId);
  const { response, ...rest } = answer;
  const { clientDataJSON, attestationObject } = response;
  const library = await loadLibrary();
  const { registrationInfo } = await checked(() =>
    library.verifyRegistrationResponse({
      response: { ...rest, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      // Otherwise the library accepts others, too, such as RSA with SHA-1.
      supportedAlgorithmIDs: ALGORITHMS,
      requireUserVerification: true,
    }),
  );
  if (!registrationInfo) throw new PasskeyError(passkeyMessages.refused);
  const { credential, credentialBackedUp } = registrationInfo;
  if (credential.id !== answer.id) throw new PasskeyError(passkeyMessages.refused);
  await requireUsable(credential.publicKey);
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    backedUp: credentialBackedUp,
    rpId: party.id,
  };
}

export type Proven = { credential: CredentialRow; counter: number; backedUp: boolean };

/** Whether a user handle is the member's id, which it was set to when the passkey was created. */
const isHandleOf = (handle: string | null | undefined, userId: string): boolean =>
  !handle || Buffer.from(handle, 'base64url').toString('utf8') === userId;

/**
 * Verifies a response to a sign-in (`userId` is null), or to a confirmation by that member. Returns the passkey's
 * credential. The counter is not compared here: one that falls back is a reason to warn, not to lock somebody out.
 * Throws PasskeyError.
 */
export async function verifyAssertion(
  services: Services,
  answer: PasskeyAnswer,
  userId: string | null,
): Promise<Proven> {
  const party = requireRelyingParty(services);
  const { response, ...rest } = answer;
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  const purpose = userId === null ? 'sign-in' : 'confirm';
  const expectedChallenge = await consume(services, clientDataJSON, purpose, userId);
  const credential = await selectCredential(services.db, Buffer.from(answer.id, 'base64url'));
  if (!credential) throw new PasskeyError(passkeyMessages.unknown);
  if ((userId ?? credential.user_id) !== credential.user_id) throw new PasskeyError(passkeyMessages.notYours);
  if (!isHandleOf(userHandle, credential.user_id)) throw new PasskeyError(passkeyMessages.refused);
  const library = await loadLibrary();
  const { authenticationInfo } = await checked(() =>
    library.verifyAuthenticationResponse({
      response: { ...rest, response: { clientDataJSON, authenticatorData, signature }, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: { id: answer.id, publicKey: new Uint8Array(credential.public_key), counter: 0 },
      requireUserVerification: true,
    }),
  );
  return { credential, counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp };
}
