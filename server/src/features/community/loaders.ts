/** Decides who may join. Used by every way to become a member, and by a change of address. */
import { hash } from 'node:crypto';
import { communityMessages } from '@afterhours/contract/community/community';
import { invitationMessages } from '@afterhours/contract/community/invitation-code';
import { joinAnswerMessages } from '@afterhours/contract/community/join-answer';
import { joinRequestMessages } from '@afterhours/contract/community/join-requests';
import { proofMessages } from '@afterhours/contract/community/proof-of-work';
import { joiningTexts } from '@afterhours/contract/constants/joining';
import type { Db } from '#db/connection/pool.ts';
import { hashContact } from '#db/contact-hash.ts';
import type { Tx } from '#db/events.ts';
import { AppError, fieldProblem } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';
import { joinRequestsChanged } from './events.ts';
import { insertRequest, isReady, isRefused } from './join-queries.ts';
import { takeProof } from './proof/proof-of-work.ts';
import { isUsable, takeInvitation } from './queries.ts';
import { insertAcceptance } from './terms/terms-queries.ts';

export { hasRequest, insertRequest, refuseAddress } from './join-queries.ts';

export const hashCode = (code: string): Buffer => hash('sha256', code, 'buffer');

/** Throws a 422 for an address at a mail provider that this community blocks. */
export function requireWelcomeAddress({ community }: Services, email: string, field: 'email' | 'newEmail'): void {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const blocked = community
    .settings()
    .blockedMailDomains.some((each) => domain === each || domain.endsWith(`.${each}`));
  if (blocked) throw fieldProblem(field, communityMessages.blockedDomain);
}

/** Returns the hash under which a refused address is stored. */
export const hashAddress = ({ db }: Pick<Services, 'db'>, email: string): Promise<Buffer> =>
  hashContact(db, `email:${email.toLowerCase()}`);

/** Throws a 422 for a request without an answer, and a 403 for an address that was refused some days ago. */
async function requireRequest(services: Services, db: Db, { email, answer }: Newcomer): Promise<void> {
  if (!answer) throw fieldProblem('answer', joinAnswerMessages.needed);
  if (await isRefused(db, await hashAddress(services, email)))
    throw new AppError(403, communityMessages.notThisAddress);
}

type Newcomer = {
  email: string;
  invitation?: string | null | undefined;
  answer?: string | null | undefined;
  proof?: string | null | undefined;
};

/**
 * Requires a proof of work before anything else is computed for a newcomer. An invitation is accepted instead;
 * `admitNewcomer` then takes one of its uses. Throws a 422 on `proof`, or on `invitation` if it is unusable.
 */
export async function requireProof(services: Services, { invitation, proof }: Newcomer): Promise<void> {
  if (!services.community.asksForWork()) return;
  if (proof) await takeProof(services, proof);
  else if (!invitation) throw fieldProblem('proof', proofMessages.needed);
  else if (!(await isUsable(services.db, hashCode(invitation))))
    throw fieldProblem('invitation', invitationMessages.used);
}

/**
 * Admits a new member in the transaction that creates them: takes a use of their invitation if one is needed or given.
 * Returns whether they have joined or asked to join. Throws a 403 while nobody may join and for a refused address, and
 * a 422 for a missing or used invitation, a missing answer, or an address at a blocked provider.
 */
export async function admitNewcomer(services: Services, db: Db, newcomer: Newcomer): Promise<'in' | 'asks'> {
  const { email, invitation } = newcomer;
  const { registration } = services.community.settings();
  if (registration === 'closed') throw new AppError(403, joiningTexts.closed);
  requireWelcomeAddress(services, email, 'email');
  // An invitation in place of a proof of work is used up like any other.
  const byInvitation = invitation && services.community.asksForWork() && !newcomer.proof;
  if (registration === 'open' && !byInvitation) return 'in';
  if (registration === 'approval' && !invitation) {
    await requireRequest(services, db, newcomer);
    return 'asks';
  }
  if (!invitation) throw fieldProblem('invitation', invitationMessages.needed);
  if (!(await takeInvitation(db, hashCode(invitation)))) throw fieldProblem('invitation', invitationMessages.used);
  return 'in';
}

/** Stores a new member's request. Staff see it once the address is confirmed, or at once where no mails are sent. */
export async function requestToJoin({ config }: Services, tx: Tx, userId: string, answer: string): Promise<void> {
  await insertRequest(tx.db, { userId, answer, ready: config.mail.smtpUrl === null });
  await announceRequest(tx, userId);
}

/** Announces a change of a member's request to staff, if they see it. */
export async function announceRequest(tx: Tx, userId: string): Promise<void> {
  if (await isReady(tx.db, userId)) await tx.emit(joinRequestsChanged, { userIds: [userId] });
}

/** Records that a member who joins with the form accepts the terms, as the form states. */
export async function acceptPresentTerms(db: Db, userId: string): Promise<void> {
  await insertAcceptance(db, userId, null);
}

/**
 * Admits a new member who joins through a provider such as Google, which cannot ask for an invitation. Throws a 403
 * unless everyone may join.
 */
export function admitByProvider(services: Services, email: string): void {
  const { registration } = services.community.settings();
  if (registration === 'closed') throw new AppError(403, joiningTexts.closed);
  if (registration === 'invitation') throw new AppError(403, communityMessages.byFormOnly);
  if (registration === 'approval') throw new AppError(403, joinRequestMessages.byFormOnly);
  requireWelcomeAddress(services, email, 'email');
}
