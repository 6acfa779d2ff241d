/** Profiles for use by other features. */
import type { MemberProfile } from '@afterhours/contract/profile/member-profile';
import type { Services } from '#services.ts';
import { loadAsGuest } from './member/member-page.ts';
import { findByUsername } from './member/username-queries.ts';

export { previewOfMember } from './member/member-page.ts';

/**
 * Returns the member who has this username, or gave it up recently, as guests see them. Returns null if there is none
 * or guests may not see them.
 */
export async function findMemberForGuests(services: Services, username: string): Promise<MemberProfile | null> {
  const id = await findByUsername(services.reads, username);
  return id === null ? null : loadAsGuest(services, id);
}
