import { followMessages } from '@afterhours/contract/follow';
import { inTransaction } from '#db/transaction.ts';
import { lockMembers, requireMember } from '#features/people/loaders.ts';
import { fieldProblem } from '#http/errors.ts';
import type { Services } from '#services.ts';
import { memberFollowed, memberUnfollowed } from './events.ts';
import { deleteFollow, insertFollow, selectFollowCounts } from './queries.ts';

/**
 * Sets whether a member follows another; a repeat changes nothing. Returns the other's name and exact number of
 * followers. 422 for oneself, 404 when the other is not there.
 */
export function setFollow(
  services: Services,
  userId: string,
  followedId: string,
  following: boolean,
): Promise<{ name: string; followersCount: number }> {
  if (userId === followedId) throw fieldProblem('follow_user_id', followMessages.oneself);
  return inTransaction(services, async (tx) => {
    // Locked first: who is blocked at the same moment is seen to be.
    await lockMembers(tx.db, [userId, followedId]);
    const { name } = await requireMember(tx.db, userId, followedId);
    const changed = following
      ? await insertFollow(tx.db, userId, followedId)
      : await deleteFollow(tx.db, userId, followedId);
    if (changed) await tx.emit(following ? memberFollowed : memberUnfollowed, { followedId, actorId: userId });
    return { name, followersCount: (await selectFollowCounts(tx.db, followedId, userId)).followers };
  });
}
