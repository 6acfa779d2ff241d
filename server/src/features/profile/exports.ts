/** Profiles for use by other features. */
import type { MemberProfile } from '@afterhours/contract/profile/member-profile';
import { AppError } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';
import { getMemberProfile } from './member/member.ts';
import { findByUsername } from './member/username-queries.ts';

export { previewOfMember } from './member/member-page.ts';

/**
 * Returns the member who has this username, or gave it up recently, as guests see them. Returns null if there is none
 * or guests may not see them.
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
