import { blockMessages } from '@afterhours/contract/moderation/moderation';
import { profileMessages } from '@afterhours/contract/profile/profile';
import type { Tx } from '#db/events.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { lockPair } from '#features/account-data/loaders.ts';
import { fieldProblem, notFound } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';
import { memberBlocked, memberUnblocked } from '../events.ts';
import { deleteBlock, insertBlock, selectName } from './block-queries.ts';

/**
 * Sets whether a member blocks another; a repeat changes nothing. Returns the other member's name. The other member
 * must exist but need not be visible: a blocked member may block back, and a blocking member must be able to unblock.
 * Throws 404 when there is no such member.
 */
export async function setBlockWithin(tx: Tx, userId: string, otherId: string, blocked: boolean): Promise<string> {
  if (userId === otherId) throw fieldProblem('userId', blockMessages.oneself);
  await lockPair(tx.db, userId, otherId);
  const name = await selectName(tx.db, otherId);
  if (name === null) throw notFound(profileMessages.memberGone);
  if (blocked && (await insertBlock(tx.db, userId, otherId)))
    await tx.emit(memberBlocked, { userId, blockedId: otherId });
  if (!blocked && (await deleteBlock(tx.db, userId, otherId))) await tx.emit(memberUnblocked, { userId });
  return name;
}

/** Like `setBlockWithin`, in a transaction of its own. */
export const setBlock = (services: Services, userId: string, otherId: string, blocked: boolean): Promise<string> =>
  inTransaction(services, (tx) => setBlockWithin(tx, userId, otherId, blocked));
