import { accountDataMessages } from '@afterhours/contract/account/account-data';
import { signInMessages } from '@afterhours/contract/account/sign-in';
import { lockMember } from '#access/members.ts';
import { memberTouched, postTouched } from '#access/touched.ts';
import type { Tx } from '#db/events.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { sessionsEnded } from '#features/account/events.ts';
import {
  endAllSessions,
  keepBannedContacts,
  keepBannedIdentities,
  requirePasswordOrRecent,
} from '#features/account/loaders.ts';
import { commentDeleted } from '#features/comments/events.ts';
import { releaseUploads } from '#features/uploads/loaders.ts';
import { AppError, fieldProblem } from '#http/errors/errors.ts';
import type { Session } from '#http/gate/session.ts';
import type { Services } from '#services.ts';
import {
  allowMinutes,
  closeAccount,
  deleteComments,
  deleteMember,
  leaveConversations,
  lockAffectedCounts,
  lockSomeComments,
  selectSessionIds,
  selectUploadIds,
} from './delete-queries.ts';
import { accountDeleting, accountVanished, memberLeft } from './events.ts';
import { defineMove, lockSome, registerMove, startMove, takeSome } from './moves/moves.ts';
import { hasMany } from './moves/relation-queries.ts';

type Proof = { password?: string | null | undefined; confirmation?: string | null | undefined };

/**
 * Deletes a member and all their data, those of a large account in batches. A job deletes the files; payments for the
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

/**
 * Removes a member and all their data, within a transaction. Of a large account, it removes a batch, closes the account
 * and hides the member; a job removes the rest.
 */
export async function removeMember(services: Services, tx: Tx, userId: string): Promise<void> {
  await allowMinutes(tx.db);
  if (!(await lockMember(tx.db, userId))) return;
  if (!(await hasMany(tx.db, userId))) return removeLocked(services, tx, userId);
  await keepBans(services, tx, userId);
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

/** Stores what keeps a banned member from joining again. */
async function keepBans(services: Services, tx: Tx, userId: string): Promise<void> {
  await keepBannedContacts(services, tx.db, userId);
  await keepBannedIdentities(services, tx.db, userId);
}

/** Removes a member who is locked. */
async function removeLocked(services: Services, tx: Tx, userId: string): Promise<void> {
  await lockAffectedCounts(tx.db, userId);
  await keepBans(services, tx, userId);
  await tx.emit(accountDeleting, { userId });
  await tx.emit(memberTouched, { userId, changed: 'everything' });
  await tx.emit(sessionsEnded, { userId, sessionIds: await selectSessionIds(tx.db, userId) });
  await releaseUploads(tx.db, services.jobs, await selectUploadIds(tx.db, userId));
  await tx.emitAll(memberLeft, await leaveConversations(tx.db, userId));
  await deleteMember(tx.db, userId);
}

const COMMENTS_AT_ONCE = 200;

async function deleteSomeComments(tx: Tx, userId: string): Promise<boolean> {
  const comments = await lockSomeComments(tx.db, userId, COMMENTS_AT_ONCE);
  await tx.emitAll(
    commentDeleted,
    comments.map(({ id, post_id, parent_id }) => ({ commentId: id, postId: post_id, parentId: parent_id })),
  );
  await deleteComments(
    tx.db,
    comments.map(({ id }) => id),
  );
  const postIds = [...new Set(comments.map(({ post_id }) => post_id))];
  await tx.emitAll(
    postTouched,
    postIds.map((postId) => ({ postId })),
  );
  return comments.length === COMMENTS_AT_ONCE;
}

/** The last batch removes the member. */
const removal = defineMove('account-data.remove', ['deletion'], async (services, tx, userId) => {
  await lockSome(tx, userId);
  if (await deleteSomeComments(tx, userId)) return true;
  if (await takeSome(tx, userId, null)) return true;
  await removeLocked(services, tx, userId);
  return false;
});

export const registerRemoval = (services: Services): void => registerMove(services, removal);
