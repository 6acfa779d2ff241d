import type { MemberProfile } from '@afterhours/contract/profile/member-profile';
import { profileMessages } from '@afterhours/contract/profile/profile';
import { requireMember } from '#access/members.ts';
import type { Db } from '#db/connection/pool.ts';
import { notFound } from '#http/errors/errors.ts';
import { educations } from '../entries/educations.ts';
import type { EntryKind, EntryTable } from '../entries/entry-kinds.ts';
import { selectEntries } from '../entries/entry-queries.ts';
import { experiences } from '../entries/experiences.ts';
import { goals } from '../entries/goals.ts';
import { skills } from '../entries/skills.ts';
import { selectBio, selectMember } from '../queries.ts';
import { toMemberProfile } from '../views.ts';

async function listAll<T extends EntryTable, View>(db: Db, kind: EntryKind<T, never, View>, userId: string) {
  return (await selectEntries(db, kind, userId)).map(kind.toView);
}

/**
 * Returns a member's entries of a kind, or the viewer's own. Throws a 404 if that member is not visible to the viewer.
 */
export async function listEntries<T extends EntryTable, View>(
  db: Db,
  kind: EntryKind<T, never, View>,
  viewerId: string,
  userId: string | undefined,
): Promise<View[]> {
  if (userId && userId !== viewerId) await requireMember(db, viewerId, userId);
  return listAll(db, kind, userId || viewerId);
}

/** Returns a member's bio, or the viewer's own. Throws a 404 if that member is not visible to the viewer. */
export async function getBio(db: Db, viewerId: string, userId: string | undefined): Promise<string> {
  if (userId && userId !== viewerId) await requireMember(db, viewerId, userId);
  return selectBio(db, userId || viewerId);
}

/** Returns a member's public profile for a member or guest. Throws a 404 if it is not visible to them. */
export async function getMemberProfile(db: Db, viewerId: string | null, userId: string): Promise<MemberProfile> {
  const row = await selectMember(db, viewerId, userId);
  if (!row) throw notFound(profileMessages.memberGone);
  return toMemberProfile(row, viewerId, {
    goals: (row.goals ?? []).map(goals.toView),
    skills: (row.skills ?? []).map(skills.toView),
    educations: (row.educations ?? []).map(educations.toView),
    experiences: (row.experiences ?? []).map(experiences.toView),
  });
}
