import { socialLoginMessages } from '@afterhours/contract/account/social-login';
import { lockMember } from '#access/members.ts';
import type { Db } from '#db/connection/pool.ts';
import type { Tx } from '#db/events.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { isUniqueViolation } from '#db/statements/unique-violation.ts';
import {
  type ClientInfo,
  deriveUsername,
  notifyByMail,
  openSessionOrChallenge,
  type ProviderAccount,
  requireNoBan,
  requireNoBannedIdentity,
  requireOtherSignInMethod,
  type SignInClient,
} from '#features/account/loaders.ts';
import { prepareMemberScreening } from '#features/automation/loaders.ts';
import { admitByProvider } from '#features/community/loaders.ts';
import { AppError } from '#http/errors/errors.ts';
import { type GoogleIdentity, type GoogleTokens, GoogleUnreachableError } from '#platform/google/google-tokens.ts';
import type { Services } from '#services.ts';
import { consumeNonce } from './nonces.ts';
import {
  completeDetails,
  deleteIdentity,
  insertIdentity,
  insertMember,
  type MemberColumns,
  selectMemberByEmail,
  selectMemberByIdentity,
  toNewMemberColumns,
} from './queries.ts';

const ATTEMPTS = 6;

/**
 * Returns the identity in a credential. Throws a 401 if the credential is invalid or does not belong to an open sign-in
 * of this site, and a 503 if Google does not respond.
 */
async function identify(
  { db }: Services,
  google: GoogleTokens,
  { credential, nonce }: { credential: string; nonce: string | null },
): Promise<GoogleIdentity> {
  const identity = await google.verify(credential).catch((error: unknown) => {
    if (error instanceof GoogleUnreachableError) throw new AppError(503, socialLoginMessages.unreachable);
    throw new AppError(401, socialLoginMessages.refused);
  });
  const nonceInToken = identity.nonce;
  if (nonceInToken === null || (nonce !== null && nonceInToken !== nonce) || !(await consumeNonce(db, nonceInToken)))
    throw new AppError(401, socialLoginMessages.refused);
  return identity;
}

/**
 * Returns the member of an identity: the one linked to it before; otherwise the one with its address, if both sides
 * have verified it, who gets a mail about it; otherwise a new one. Two concurrent calls conflict on the unique keys,
 * and the later one retries.
 */
async function findOrCreate(
  services: Services,
  identity: GoogleIdentity,
  client: ClientInfo,
): Promise<{ member: MemberColumns; isNew: boolean }> {
  const screen = await prepareMemberScreening(services);
  for (let attempt = 0; ; attempt++) {
    try {
      return await inTransaction(services, async (tx) => {
        const { db } = tx;
        const known = await selectMemberByIdentity(db, identity.subject);
        if (known) return { member: known, isNew: false };
        if (!identity.emailVerified) throw new AppError(401, socialLoginMessages.unverified);
        const existing = await selectMemberByEmail(db, identity.email);
        if (existing && existing.email_verified_at === null) throw new AppError(409, socialLoginMessages.notJoined);
        const username = deriveUsername(identity.firstName, identity.lastName, attempt);
        if (!existing) await admitByIdentity(services, db, identity, { subject: identity.subject });
        const member = existing ?? (await createMember(tx, screen, identity, username));
        await insertIdentity(db, member.id, identity.subject);
        if (existing) {
          await notifyByMail(services, db, member.id, { kind: 'google-linked', client });
          services.security.record('identity-linked', { memberId: member.id, address: client.address });
        }
        return { member, isNew: existing === undefined };
      });
    } catch (error) {
      if (!isUniqueViolation(error) || attempt >= ATTEMPTS) throw error;
    }
  }
}

/**
 * Creates the member of an identity and screens their names. Raises error 23505 if the address or username is taken.
 */
export async function createMember(
  tx: Tx,
  screen: Awaited<ReturnType<typeof prepareMemberScreening>>,
  identity: { email: string; firstName: string; lastName: string },
  username: string,
): Promise<MemberColumns> {
  const columns = toNewMemberColumns(identity, username);
  const member = await insertMember(tx.db, columns);
  await screen(tx, member.id, { users: [columns] });
  return member;
}

/** Checks that a new member may join, given what the provider tells about them. Throws a 403 or 422 otherwise. */
export async function admitByIdentity(
  services: Services,
  db: Db,
  { email }: { email: string },
  account: ProviderAccount,
): Promise<void> {
  admitByProvider(services, email);
  await requireNoBan(services, db, { email });
  await requireNoBannedIdentity(services, db, account);
}

/** `isNew`: the sign-in has created the member. */
export type SignedIn = { token: string; userId: string; isNew: boolean } | { challenge: string };

/** Opens a session for a member whom a provider has identified, or returns the challenge of the second step. */
export async function openForIdentified(
  services: Services,
  { member, isNew, method }: { member: MemberColumns; isNew: boolean; method: 'google' | 'oidc' },
  client: SignInClient,
): Promise<SignedIn> {
  const identified = { ...member, method };
  const entered = await inTransaction(services, (tx) => openSessionOrChallenge(services, tx, identified, client));
  return 'challenge' in entered ? entered : { ...entered, isNew };
}

/**
 * Signs in or up with a Google ID token. Throws a 401 if it is invalid, and a 409 if the address is not confirmed here.
 */
export async function signInWithGoogle(
  services: Services,
  google: GoogleTokens,
  sent: { credential: string; nonce: string | null },
  client: SignInClient,
): Promise<SignedIn> {
  const found = await findOrCreate(services, await identify(services, google, sent), client);
  return openForIdentified(services, { ...found, method: 'google' }, client);
}

/**
 * Unlinks an account elsewhere: `remove` deletes its row, or throws a 404 if there is none. Throws a 409 if it is the
 * only way to sign in.
 */
export async function unlinkAccount(
  services: Services,
  userId: string,
  client: ClientInfo,
  remove: (db: Db) => Promise<void>,
): Promise<void> {
  await inTransaction(services, async ({ db }) => {
    if (!(await lockMember(db, userId))) throw new AppError(401);
    await remove(db);
    // Checked after the removal, which is rolled back if this throws.
    await requireOtherSignInMethod(services, db, userId);
    await notifyByMail(services, db, userId, { kind: 'identity-unlinked', client });
  });
  services.security.record('identity-unlinked', { memberId: userId, address: client.address });
}

export const unlinkGoogle = (services: Services, userId: string, client: ClientInfo): Promise<void> =>
  unlinkAccount(services, userId, client, async (db) => {
    if ((await deleteIdentity(db, userId)) === 0n) throw new AppError(404, socialLoginMessages.notLinked);
  });

/** Stores the fields that Google does not provide and lifts the limit on the sessions; a repeat has no effect. */
export async function completeSignup(
  services: Services,
  userId: string,
  details: { dob: string; phone: string; country: string },
): Promise<void> {
  const changed = await inTransaction(services, ({ db }) => completeDetails(db, userId, details));
  for (const sessionId of changed) services.sessions.drop(sessionId);
}
