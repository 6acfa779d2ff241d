import { oidcMessages } from '@afterhours/contract/account/oidc';
import { email as emailSchema } from '@afterhours/contract/account/sign-in';
import type { MessageDescriptor } from '@afterhours/contract/base/message';
import { lockMember } from '#access/members.ts';
import type { OidcSettings } from '#config/oidc-settings.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { isUniqueViolation } from '#db/statements/unique-violation.ts';
import { type ClientInfo, deriveUsername, notifyByMail, type SignInClient } from '#features/account/loaders.ts';
import { prepareMemberScreening } from '#features/automation/loaders.ts';
import { AppError } from '#http/errors/errors.ts';
import { type Device, requireDevice } from '#http/gate/device-cookie.ts';
import {
  OidcDeniedError,
  type OidcIdentity,
  type OidcProvider,
  OidcUnreachableError,
} from '#platform/oidc/oidc-provider.ts';
import type { Services } from '#services.ts';
import { english } from '#texts/english.ts';
import { admitByIdentity, createMember, openForIdentified, type SignedIn, unlinkAccount } from '../commands.ts';
import { type MemberColumns, selectMemberByEmail } from '../queries.ts';
import * as queries from './queries.ts';

const ATTEMPTS = 6;

/** The provider and its settings. */
export type Oidc = { provider: OidcProvider; settings: OidcSettings };

type NamedMessage = MessageDescriptor<`${string}{name}${string}`>;
const naming = (message: NamedMessage, { settings: { name } }: Oidc) => english(message, { name });

/** Converts a failure at the provider to an error with a message: a 503 for an outage, a 401 for everything else. */
function toAppError(oidc: Oidc, error: unknown): unknown {
  if (error instanceof OidcUnreachableError) return new AppError(503, naming(oidcMessages.unreachable, oidc));
  if (error instanceof OidcDeniedError) return new AppError(401, naming(oidcMessages.denied, oidc));
  if (error instanceof AppError) return error;
  return new AppError(401, naming(oidcMessages.refused, oidc));
}

/**
 * Starts a sign-in, or a link if there is a `userId`. Returns the URL to redirect to; the response must come back
 * through this browser.
 */
export async function begin({ db }: Services, oidc: Oidc, device: Device, userId: string | null): Promise<string> {
  const { address, attempt } = await oidc.provider.begin().catch((error: unknown) => {
    throw toAppError(oidc, error);
  });
  await queries.insertAttempt(db, attempt, { device: requireDevice(device), userId });
  return address;
}

/** Returns the identity that the provider confirms, for an attempt of this browser. Throws a 401 or 503. */
async function identify(
  { db, log }: Services,
  oidc: Oidc,
  sent: { answer: string; device: Device; userId: string | null },
): Promise<OidcIdentity> {
  const answer = new URLSearchParams(sent.answer);
  const initiator = { device: sent.device.token ?? '', userId: sent.userId };
  const attempt = await queries.takeAttempt(db, answer.get('state') ?? '', initiator);
  if (!attempt) throw new AppError(401, oidcMessages.foreign);
  return oidc.provider.finish(answer, attempt).catch((error: unknown) => {
    log.warn({ err: error }, 'a sign-in at the OpenID provider failed');
    throw toAppError(oidc, error);
  });
}

/** Throws unless the provider has verified an address that is allowed here. */
function requireAddress(oidc: Oidc, { email, emailVerified }: OidcIdentity): void {
  if (!emailSchema().safeParse(email).success) throw new AppError(401, naming(oidcMessages.noAddress, oidc));
  if (!emailVerified) throw new AppError(401, naming(oidcMessages.unverified, oidc));
  const { allowedDomains } = oidc.settings;
  if (allowedDomains.length > 0 && !allowedDomains.includes(email.slice(email.lastIndexOf('@') + 1)))
    throw new AppError(403, naming(oidcMessages.domain, oidc));
}

/**
 * Returns the member of an identity, or creates one. A member with the same address must sign in and link the account:
 * otherwise, whoever runs the provider could take over any account. Two concurrent calls conflict on the unique keys,
 * and the later one retries.
 */
async function findOrCreate(
  services: Services,
  oidc: Oidc,
  identity: OidcIdentity,
): Promise<{ member: MemberColumns; isNew: boolean }> {
  const screen = await prepareMemberScreening(services);
  for (let attempt = 0; ; attempt++) {
    try {
      return await inTransaction(services, async (tx) => {
        const { db } = tx;
        const known = await queries.selectMember(db, identity);
        if (known) return { member: known, isNew: false };
        requireAddress(oidc, identity);
        if (await selectMemberByEmail(db, identity.email)) {
          const concurrent = await queries.selectMember(db, identity);
          if (concurrent) return { member: concurrent, isNew: false };
          throw new AppError(409, naming(oidcMessages.linkFirst, oidc));
        }
        if (!oidc.settings.autoJoin) throw new AppError(403, naming(oidcMessages.noAccount, oidc));
        await admitByIdentity(services, db, identity, { issuer: identity.issuer, subject: identity.subject });
        const username = deriveUsername(identity.firstName, identity.lastName, attempt);
        const member = await createMember(tx, screen, identity, username);
        await queries.insertIdentity(db, identity, member.id);
        return { member, isNew: true };
      });
    } catch (error) {
      if (!isUniqueViolation(error) || attempt >= ATTEMPTS) throw error;
    }
  }
}

/** Signs in or up with the provider's response. */
export async function signIn(services: Services, oidc: Oidc, answer: string, client: SignInClient): Promise<SignedIn> {
  const identity = await identify(services, oidc, { answer, device: client.device, userId: null });
  const found = await findOrCreate(services, oidc, identity);
  return openForIdentified(services, { ...found, method: 'oidc' }, client);
}

/** Links an account to a signed-in member. Throws a 409 if either side is already linked. */
export async function link(
  services: Services,
  oidc: Oidc,
  userId: string,
  sent: { answer: string; client: SignInClient },
): Promise<void> {
  const { answer, client } = sent;
  const identity = await identify(services, oidc, { answer, device: client.device, userId });
  requireAddress(oidc, identity);
  await inTransaction(services, async ({ db }) => {
    if (!(await lockMember(db, userId))) throw new AppError(401);
    await queries.insertIdentity(db, identity, userId);
    await notifyByMail(services, db, userId, { kind: 'identity-linked', client });
  }).catch((error: unknown) => {
    if (isUniqueViolation(error, 'oidc_identities_pkey')) throw new AppError(409, naming(oidcMessages.taken, oidc));
    if (isUniqueViolation(error)) throw new AppError(409, naming(oidcMessages.linkedBefore, oidc));
    throw error;
  });
  services.security.record('identity-linked', { memberId: userId, address: client.address });
}

export const unlink = (services: Services, oidc: Oidc, userId: string, client: ClientInfo): Promise<void> =>
  unlinkAccount(services, userId, client, async (db) => {
    if (!(await queries.deleteIdentities(db, oidc.settings, userId)))
      throw new AppError(404, naming(oidcMessages.notLinked, oidc));
  });
