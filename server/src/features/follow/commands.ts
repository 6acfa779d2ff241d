import { followMessages } from '@afterhours/contract/people/follow';
import { profileMessages } from '@afterhours/contract/profile/profile';
import type { Tx } from '#db/events.ts';
import { batchCalls } from '#db/statements/batch-calls.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { fieldProblem, notFound } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';
import { memberFollowed, memberUnfollowed } from './events.ts';
import {
  deleteFollows,
  type FollowKey,
  findNames,
  insertFollows,
  lockMembersAndCounts,
  selectFollowersCounts,
} from './set-queries.ts';

type Setting = FollowKey & { following: boolean };
/**
 * The result of one call: the other member's name and exact number of followers; null if the caller cannot see them.
 */
type Outcome = { name: string; followersCount: number } | null;

function setFollows(services: Services, all: readonly Setting[], readyToCommit: () => void): Promise<Outcome[]> {
  const work = async (tx: Tx): Promise<Outcome[]> => {
    // The members are locked first, in one order: two members who follow each other do not deadlock, and a concurrent
    // block is visible.
    await lockMembersAndCounts(tx.db, all);
    const names = await findNames(tx.db, all);
    const visible = all.filter((_one, index) => names[index] !== null);
    const toEvent = ({ userId, followedId }: FollowKey) => ({ followedId, actorId: userId });
    const followed = await insertFollows(
      tx.db,
      visible.filter(({ following }) => following),
    );
    const unfollowed = await deleteFollows(
      tx.db,
      visible.filter(({ following }) => !following),
    );
    await tx.emitAll(memberFollowed, followed.map(toEvent));
    await tx.emitAll(memberUnfollowed, unfollowed.map(toEvent));
    const counts = await selectFollowersCounts(tx.db, all);
    return names.map((name, index) => (name === null ? null : { name, followersCount: counts[index] ?? 0 }));
  };
  return inTransaction(services, work, readyToCommit);
}

/**
 * Returns a function that sets whether a member follows another; a repeat changes nothing. It returns the other
 * member's name and exact number of followers. Throws a 422 for oneself, and a 404 if the other member is not visible.
 * Concurrent calls are committed together.
 */
export function createFollowing(services: Services) {
  const set = batchCalls<Setting, Outcome>({
    run: (all, readyToCommit) => setFollows(services, all, readyToCommit),
    keyOf: ({ userId, followedId }) => `${userId}/${followedId}`,
  });
  return async (userId: string, followedId: string, following: boolean): Promise<NonNullable<Outcome>> => {
    if (userId === followedId) throw fieldProblem('follow_user_id', followMessages.oneself);
    const outcome = await set({ userId, followedId, following });
    if (outcome === null) throw notFound(profileMessages.memberGone);
    return outcome;
  };
}
