import { blockMessages } from '@afterhours/contract/moderation';
import { profileMessages } from '@afterhours/contract/profile';
import { lockMembers } from '#access/members.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { fieldProblem, notFound } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';
import { deleteBlock, insertBlock, selectName } from './block-queries.ts';
import { memberBlocked } from './events.ts';

/**
 * Sets whether a member blocks another; a repeat changes nothing. Returns the other's name. Looks at who exists, not
 * at who is seen: who was blocked may block in turn, and who blocked must be able to end it. 404 when there is nobody.
 */
export function setBlock(services: Services, userId: string, otherId: string, blocked: boolean): Promise<string> {
  if (userId === otherId) throw fieldProblem('userId', blockMessages.oneself);
  return inTransaction(services, async (tx) => {
    await lockMembers(tx.db, [userId, otherId]);
    const name = await selectName(tx.db, otherId);
    if (name === null) throw notFound(profileMessages.memberGone);
    if (!blocked) await deleteBlock(tx.db, userId, otherId);
    else if (await insertBlock(tx.db, userId, otherId)) await tx.emit(memberBlocked, { userId, blockedId: otherId });
    return name;
  });
}
