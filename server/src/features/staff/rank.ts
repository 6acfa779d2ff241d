import type { MessageDescriptor } from '@afterhours/contract/base/message';
import { caseMessages, type Refusal } from '@afterhours/contract/moderation/staff-cases';
import type { Db } from '#db/connection/pool.ts';
import { AppError } from '#http/errors/errors.ts';
import type { Session } from '#http/gate/session.ts';
import { selectRole } from './queries.ts';

/** A staff member who acts on a member. */
export type Actor = Pick<Session, 'userId' | 'role'>;

/** Returns why somebody may not act on a member: staff may not on themselves, nor moderators on other staff. */
export async function findRankRefusal(
  db: Db,
  { userId, role }: Actor,
  memberId: string,
): Promise<Exclude<Refusal, 'sameDecider'> | null> {
  if (memberId === userId) return 'own';
  return role !== 'owner' && (await selectRole(db, memberId)) !== 'member' ? 'staff' : null;
}

/** Throws a 403 if staff mean themselves. */
export function requireOtherMember({ userId }: Pick<Actor, 'userId'>, memberId: string, own: MessageDescriptor): void {
  if (memberId === userId) throw new AppError(403, own, { reason: 'own' });
}

/** Throws a 403 if staff act on themselves, or moderators on other staff. */
export async function requireRankOver(
  db: Db,
  actor: Actor,
  memberId: string,
  own: MessageDescriptor = caseMessages.own,
): Promise<void> {
  requireOtherMember(actor, memberId, own);
  const refusal = await findRankRefusal(db, actor, memberId);
  if (refusal === 'staff') throw new AppError(403, caseMessages.staff, { reason: 'rank' });
}
