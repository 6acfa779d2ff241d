import { type MemberRole, staffMessages } from '@afterhours/contract/staff';
import { inTransaction } from '#db/statements/transaction.ts';
import { AppError, fieldProblem } from '#http/errors/errors.ts';
import { hashToken } from '#http/gate/session.ts';
import type { Services } from '#services.ts';
import * as queries from './queries.ts';

const roleChange = (actorId: string, userId: string, from: MemberRole, to: MemberRole) => ({
  actorId,
  action: 'role',
  subject: { kind: 'member', id: userId },
  details: { from, to },
});

/**
 * Sets a member's role and returns their name. Throws 404 when there is no such member, 409 for the last owner, 403
 * when the caller has lost the role of an owner in the meantime.
 */
export async function setRole(services: Services, actorId: string, userId: string, role: MemberRole): Promise<string> {
  const { name, from } = await inTransaction(services, async ({ db }) => {
    await queries.lockRoles(db);
    const memberName = await queries.requireName(db, userId);
    if ((await queries.selectRole(db, actorId)) !== 'owner')
      throw new AppError(403, staffMessages.ownersOnly, { reason: 'staff' });
    const before = await queries.selectRole(db, userId);
    if (before === 'owner' && role !== 'owner' && !(await queries.hasOtherOwner(db, userId)))
      throw new AppError(409, staffMessages.lastOwner);
    if (before !== role) {
      await queries.storeRole(db, userId, role, actorId);
      await queries.writeAudit(db, roleChange(actorId, userId, before, role));
    }
    return { name: memberName, from: before };
  });
  services.sessions.dropOf(userId);
  if (from !== role) services.security.record('role-changed', { memberId: userId });
  return name;
}

/** Makes the member the first owner by the link of the start. Throws 409 if there is an owner, 422 for a dead link. */
export async function becomeOwner(services: Services, userId: string, token: string): Promise<void> {
  await inTransaction(services, async ({ db }) => {
    await queries.lockRoles(db);
    if (await queries.hasOwner(db)) throw new AppError(409, staffMessages.hasOwner);
    if (!(await queries.useOwnerLink(db, hashToken(token)))) throw fieldProblem('token', staffMessages.deadLink);
    const before = await queries.selectRole(db, userId);
    await queries.storeRole(db, userId, 'owner', null);
    await queries.writeAudit(db, roleChange(userId, userId, before, 'owner'));
  });
  services.sessions.dropOf(userId);
  services.security.record('role-changed', { memberId: userId });
}
