/** Who may join: asked by every way to become a member, and by a change of address. */
import { createHash } from 'node:crypto';
import { communityMessages } from '@afterhours/contract/community';
import { invitationMessages } from '@afterhours/contract/invitation-code';
import type { Db } from '#db/connection/pool.ts';
import { AppError, fieldProblem } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';
import { takeInvitation } from './queries.ts';

export const hashCode = (code: string): Buffer => createHash('sha256').update(code).digest();

/** Throws 422 for an address of a provider that this community blocks. */
export function requireWelcomeAddress({ community }: Services, email: string, field: 'email' | 'newEmail'): void {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const blocked = community
    .settings()
    .blockedMailDomains.some((each) => domain === each || domain.endsWith(`.${each}`));
  if (blocked) throw fieldProblem(field, communityMessages.blockedDomain);
}

/**
 * Admits a new member in the transaction that makes them: takes a use of their invitation where one is needed. Throws
 * 403 while nobody may join, 422 for an invitation that is missing or used up, or a blocked address.
 */
export async function admit(
  services: Services,
  db: Db,
  { email, invitation }: { email: string; invitation?: string | null | undefined },
): Promise<void> {
  const { registration } = services.community.settings();
  if (registration === 'closed') throw new AppError(403, communityMessages.closed);
  requireWelcomeAddress(services, email, 'email');
  if (registration === 'open') return;
  if (!invitation) throw fieldProblem('invitation', invitationMessages.needed);
  if (!(await takeInvitation(db, hashCode(invitation)))) throw fieldProblem('invitation', invitationMessages.used);
}

/** Admits a new member of a provider such as Google, which asks for no invitation. Throws 403 unless all may join. */
export function admitByProvider(services: Services, email: string): void {
  const { registration } = services.community.settings();
  if (registration === 'closed') throw new AppError(403, communityMessages.closed);
  if (registration === 'invitation') throw new AppError(403, communityMessages.byFormOnly);
  requireWelcomeAddress(services, email, 'email');
}
