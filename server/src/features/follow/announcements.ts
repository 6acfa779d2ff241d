import { defineBroadcast } from '#broadcast.ts';
import { memberBlocked } from '#features/moderation/events.ts';
import type { Services } from '#services.ts';
import { memberFollowed, memberUnfollowed } from './events.ts';
import { selectFollowCounts } from './queries.ts';

const followBroadcast = defineBroadcast<{ userId: string; followedId: string }>('follow');

/** Notifies a member's tabs of whom they follow or no longer follow. */
export function announceFollows({ channels, db, events, serialQueue }: Services): void {
  // Events are sent in order and read the state at the time of sending, so that the last one has the current state.
  channels.onBroadcast(followBroadcast, ({ userId, followedId }) =>
    serialQueue.coalesce(`follow:${userId}:${followedId}`, async () => {
      const { following, followers } = await selectFollowCounts(db, followedId, userId);
      channels.toMemberHere(userId, 'follow', { user_id: followedId, following, followersCount: followers });
    }),
  );
  const announce = (userId: string, followedId: string): void =>
    channels.broadcast(followBroadcast, { member: userId }, { userId, followedId });
  for (const event of [memberFollowed, memberUnfollowed])
    events.after(event, ({ actorId, followedId }) => announce(actorId, followedId));
  events.after(memberBlocked, ({ userId, blockedId }) => {
    announce(userId, blockedId);
    announce(blockedId, userId);
  });
}
