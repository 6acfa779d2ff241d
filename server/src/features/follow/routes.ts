import * as contract from '@afterhours/contract/people/follow';
import { lockCounters, requireMember } from '#access/members.ts';
import { pageStart, toPage } from '#db/statements/keyset.ts';
import { memberBlocked } from '#features/moderation/events.ts';
import { toFollowablePerson } from '#features/people/views.ts';
import type { FeatureContext } from '#http/feature.ts';
import type { Services } from '#services.ts';
import { english } from '#texts/english.ts';
import { announceFollows } from './announcements.ts';
import { createFollowing } from './commands.ts';
import { deleteFollowsBetween, type FollowDirection, followKey, selectFollowCounts, selectFollows } from './queries.ts';

const { followMessages } = contract;

type Query = Parameters<typeof pageStart>[2] & { userId?: string | undefined };

async function list({ readsNow: db }: Services, side: FollowDirection, viewerId: string, query: Query) {
  const userId = query.userId || viewerId;
  const start = pageStart(side, ['id'], query);
  await requireMember(db, viewerId, userId);
  const [rows, counts] = await Promise.all([
    selectFollows(db, side, { userId, viewerId }, start),
    selectFollowCounts(db, userId, viewerId),
  ]);
  return { ...toPage(side, rows, start, followKey), total: counts[side] };
}

export default function register({ bind, services }: FeatureContext): void {
  services.events.within(memberBlocked, async (tx, { userId, blockedId }) => {
    await lockCounters(tx.db, [userId, blockedId]);
    await deleteFollowsBetween(tx.db, userId, blockedId);
  });

  announceFollows(services);

  const setFollow = createFollowing(services);
  bind(contract.setFollow, async ({ viewerId, body }) => {
    const following = body.action === 'follow';
    const { name, followersCount } = await setFollow(viewerId, body.follow_user_id, following);
    return {
      message: english(following ? followMessages.following : followMessages.unfollowed, { name }),
      body: { following, follow_user_id: body.follow_user_id, followersCount },
    };
  });

  bind(contract.listFollowers, async ({ viewerId, query }) => {
    const { items, ...paging } = await list(services, 'followers', viewerId, query);
    return { body: items.map((row) => ({ _id: row.follow_id, followerUser: toFollowablePerson(row) })), ...paging };
  });

  bind(contract.listFollowings, async ({ viewerId, query }) => {
    const { items, ...paging } = await list(services, 'followings', viewerId, query);
    return { body: items.map((row) => ({ _id: row.follow_id, followingUser: toFollowablePerson(row) })), ...paging };
  });
}
