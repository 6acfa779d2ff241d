import { accountDataMessages } from '@afterhours/contract/account/account-data';
import { signInMessages } from '@afterhours/contract/account/sign-in';
import { lockMember } from '#access/members.ts';
import type { Tx } from '#db/events.ts';
import { allowMinutes } from '#db/statements/allow-minutes.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { endAllSessions, keepBannedContacts, requirePasswordOrRecent } from '#features/account/loaders.ts';
import { AppError, fieldProblem } from '#http/errors/errors.ts';
import type { Session } from '#http/gate/session.ts';
import type { Services } from '#services.ts';
import { closeAccount } from './delete-queries.ts';
import { accountVanished, deletionRequested } from './events.ts';
import { startMove } from './moves/moves.ts';
import { isLargeAccount } from './moves/relation-queries.ts';
import { removal, removeLocked } from './removal.ts';

type Proof = { password?: string | null | undefined; confirmation?: string | null | undefined };

/**
 * Deletes a member and all their data, those of a large account in batches. A job deletes the files; payments for the
 * member's webinars are refunded. Throws a 422 for a wrong password. From members without a password, throws a 422
 * for a wrong email address, and a 403 without a recent proof. Throws a 409 for the last owner, while there are others.
 */
export async function deleteAccount(services: Services, session: Session, proof: Proof): Promise<void> {
  const { userId } = session;
  const hasPassword = await requirePasswordOrRecent(services.db, session, proof.password, signInMessages.wrongPassword);
  await inTransaction(services, async (tx) => {
    // Listeners lock roles, which changes of roles lock before members, too.
    await tx.emit(deletionRequested, { userId });
    const member = await lockMember(tx.db, userId);
    if (!member) throw new AppError(401);
    if (!hasPassword && proof.confirmation?.trim().toLowerCase() !== member.email)
      throw fieldProblem('confirmation', accountDataMessages.wrongConfirmation);
    await removeMember(services, tx, userId);
  });
  services.security.record('account-deleted', { memberId: userId });
}

/**
 * Removes a member and all their data, within a transaction. Of a large account, it removes a batch, closes the account
 * and hides the member; a job removes the rest.
 */
export async function removeMember(services: Services, tx: Tx, userId: string): Promise<void> {
  await allowMinutes(tx.db);
  if (!(await lockMember(tx.db, userId))) return;
  if (!(await isLargeAccount(tx.db, userId))) return removeLocked(services, tx, userId);
  await keepBannedContacts(services, tx.db, userId);
  await closeAccount(tx.db, userId);
  await tx.emit(accountVanished, { userId });
  await endAllSessions(tx, userId);
  await startMove(services, tx, { userId, kind: 'deletion', move: removal });
}

/** Like `removeMember`, but never in batches: the transaction goes on to give the address and username to others. */
export async function removeAtOnce(services: Services, tx: Tx, userId: string): Promise<void> {
  await allowMinutes(tx.db);
  if (await lockMember(tx.db, userId)) await removeLocked(services, tx, userId);
}
