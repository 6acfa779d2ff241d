import { accountDataMessages } from '@afterhours/contract/account/account-data';
import { signInMessages } from '@afterhours/contract/account/sign-in';
import { lockMember } from '#access/members.ts';
import { memberTouched } from '#access/touched.ts';
import type { Tx } from '#db/events.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { sessionsEnded } from '#features/account/events.ts';
import { keepBannedContacts, keepBannedIdentities, requirePasswordOrRecent } from '#features/account/loaders.ts';
import { releaseUploads } from '#features/uploads/loaders.ts';
import { AppError, fieldProblem } from '#http/errors/errors.ts';
import type { Session } from '#http/gate/session.ts';
import type { Services } from '#services.ts';
import {
  allowMinutes,
  deleteMember,
  leaveConversations,
  lockAffectedCounts,
  selectSessionIds,
  selectUploadIds,
} from './delete-queries.ts';
import { accountDeleting, memberLeft } from './events.ts';

type Proof = { password?: string | null | undefined; confirmation?: string | null | undefined };

/**
 * Deletes a member and all their data in one transaction. A job of that transaction deletes the files; payments for the
 * member's webinars are refunded. Throws a 422 for a wrong password. From members without a password, throws a 422
 * for a wrong email address, and a 403 without a recent proof.
 */
export async function deleteAccount(services: Services, session: Session, proof: Proof): Promise<void> {
  const { userId } = session;
  const hasPassword = await requirePasswordOrRecent(services.db, session, proof.password, signInMessages.wrongPassword);
  await inTransaction(services, async (tx) => {
    const member = await lockMember(tx.db, userId);
    if (!member) throw new AppError(401);
    if (!hasPassword && proof.confirmation?.trim().toLowerCase() !== member.email)
      throw fieldProblem('confirmation', accountDataMessages.wrongConfirmation);
    await removeMember(services, tx, userId);
  });
  services.security.record('account-deleted', { memberId: userId });
}

/** Removes a member and all their data, within a transaction. */
export async function removeMember(services: Services, tx: Tx, userId: string): Promise<void> {
  await allowMinutes(tx.db);
  if (!(await lockMember(tx.db, userId))) return;
  await lockAffectedCounts(tx.db, userId);
  await keepBannedContacts(services, tx.db, userId);
  await keepBannedIdentities(services, tx.db, userId);
  await tx.emit(accountDeleting, { userId });
  await tx.emit(memberTouched, { userId, changed: 'everything' });
  await tx.emit(sessionsEnded, { userId, sessionIds: await selectSessionIds(tx.db, userId) });
  await releaseUploads(tx.db, services.jobs, await selectUploadIds(tx.db, userId));
  await tx.emitAll(memberLeft, await leaveConversations(tx.db, userId));
  await deleteMember(tx.db, userId);
}
