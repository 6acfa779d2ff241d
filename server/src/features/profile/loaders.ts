/** Profiles for other features. */
import type { MemberProfile } from '@afterhours/contract/profile/member-profile';
import { AppError } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';
import { getMemberProfile } from './member/member.ts';
import { findByUsername } from './member/username-queries.ts';

export { previewOfMember } from './member/member-page.ts';

/**
 * Returns the member whom guests find by this username, or by one that the member has given up lately; null when there
 * is none whom guests see.
 */
export async function findMemberForGuests(services: Services, username: string): Promise<MemberProfile | null> {
  const id = await findByUsername(services.reads, username);
  if (id === null) return null;
  try {
    return await getMemberProfile(services.reads, null, id);
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return null;
    throw error;
  }
}
