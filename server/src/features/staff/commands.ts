import { type MemberRole, staffMessages } from '@afterhours/contract/moderation/staff';
import { writeAudit } from '#db/statements/audit.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { announceOwnRecord } from '#features/account/loaders.ts';
import { AppError, fieldProblem } from '#http/errors/errors.ts';
import { hashToken } from '#http/gate/tokens.ts';
import type { Services } from '#services.ts';
import * as queries from './queries.ts';

const roleChange = (actorId: string, userId: string, from: MemberRole, to: MemberRole) => ({
  actorId,
  action: 'role',
  subject: { kind: 'member', id: userId },
  details: { from, to },
});

/**
 * Sets a member's role and returns their name. Throws a 404 if there is no such member, a 409 for the last owner, and a
 * 403 if the caller has lost the owner role in the meantime.
 */
export async function setRole(services: Services, actorId: string, userId: string, role: MemberRole): Promise<string> {
  const { name, from } = await inTransaction(services, async ({ db }) => {
    await queries.lockRoles(db);
    const memberName = await queries.requireName(db, userId);
    if ((await queries.selectRole(db, actorId)) !== 'owner')
      throw new AppError(403, staffMessages.ownersOnly, { reason: 'staff' });
    const before = await queries.selectRole(db, userId);
    if (role !== 'owner') await queries.requireOtherOwner(db, userId);
    if (before !== role) {
      await queries.storeRole(db, userId, role, actorId);
      await writeAudit(db, roleChange(actorId, userId, before, role));
    }
    return { name: memberName, from: before };
  });
  services.sessions.dropOf(userId);
  announceOwnRecord(services, userId);
  if (from !== role) services.security.record('role-changed', { memberId: userId });
  return name;
}

/**
 * Makes the member the first owner, by the link logged at startup. Throws a 409 if there is an owner, and a 422 for an
 * invalid or expired link.
 */
export async function becomeOwner(services: Services, userId: string, token: string): Promise<void> {
  await inTransaction(services, async ({ db }) => {
    await queries.lockRoles(db);
    if (await queries.hasOwner(db)) throw new AppError(409, staffMessages.hasOwner);
    if (!(await queries.useOwnerLink(db, hashToken(token)))) throw fieldProblem('token', staffMessages.deadLink);
    const before = await queries.selectRole(db, userId);
    await queries.storeRole(db, userId, 'owner', null);
    await writeAudit(db, roleChange(userId, userId, before, 'owner'));
  });
  services.sessions.dropOf(userId);
  announceOwnRecord(services, userId);
  services.security.record('role-changed', { memberId: userId });
}
