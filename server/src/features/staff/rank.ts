import { caseMessages } from '@afterhours/contract/moderation/staff-cases';
import type { Db } from '#db/connection/pool.ts';
import { AppError } from '#http/errors/errors.ts';
import type { Session } from '#http/gate/session.ts';
import { selectRole } from './queries.ts';

/** A staff member who acts on a member. */
export type Actor = Pick<Session, 'userId' | 'role'>;

/** Throws a 403 if staff act on themselves, or moderators on other staff. */
export async function requireRankOver(
  db: Db,
  { userId, role }: Actor,
  memberId: string,
  own: (typeof caseMessages)['own'] | { id: string; message: string } = caseMessages.own,
): Promise<void> {
  if (memberId === userId) throw new AppError(403, own, { reason: 'own' });
  if (role !== 'owner' && (await selectRole(db, memberId)) !== 'member')
    throw new AppError(403, caseMessages.staff, { reason: 'rank' });
}
