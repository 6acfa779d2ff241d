import { type MemberProfile } from '@afterhours/contract/member-profile';
import { profileMessages } from '@afterhours/contract/profile';
import type { Db } from '#db/pool.ts';
import { requireMember } from '#features/people/loaders.ts';
import { notFound } from '#http/errors.ts';
import { educations } from './educations.ts';
import type { EntryKind, EntryTable } from './entry-kinds.ts';
import { selectEntries } from './entry-queries.ts';
import { experiences } from './experiences.ts';
import { goals } from './goals.ts';
import { selectBio, selectMember } from './queries.ts';
import { skills } from './skills.ts';
import { toMemberProfile } from './views.ts';

async function listAll<T extends EntryTable, View>(db: Db, kind: EntryKind<T, never, View>, userId: string) {
  return (await selectEntries(db, kind, userId)).map(kind.toView);
}

/** A member's entries of a kind, or the viewer's own; 404 when that member is not there for the viewer. */
export async function listEntries<T extends EntryTable, View>(
  db: Db,
  kind: EntryKind<T, never, View>,
  viewerId: string,
  userId: string | undefined,
): Promise<View[]> {
  if (userId && userId !== viewerId) await requireMember(db, viewerId, userId);
  return listAll(db, kind, userId || viewerId);
}

/** A member's bio, or the viewer's own; 404 when that member is not there for the viewer. */
export async function getBio(db: Db, viewerId: string, userId: string | undefined): Promise<string> {
  if (userId && userId !== viewerId) await requireMember(db, viewerId, userId);
  return selectBio(db, userId || viewerId);
}

/** A member's public profile for a viewer, who may be nobody; 404 when they are not there for them. */
export async function getMemberProfile(db: Db, viewerId: string | null, userId: string): Promise<MemberProfile> {
  await requireMember(db, viewerId, userId);
  const [row, ...lists] = await Promise.all([
    selectMember(db, viewerId, userId),
    listAll(db, goals, userId),
    listAll(db, skills, userId),
    listAll(db, educations, userId),
    listAll(db, experiences, userId),
  ]);
  if (!row) throw notFound(profileMessages.memberGone);
  const [ownGoals, ownSkills, ownEducations, ownExperiences] = lists;
  return toMemberProfile(row, viewerId, {
    goals: ownGoals,
    skills: ownSkills,
    educations: ownEducations,
    experiences: ownExperiences,
  });
}
