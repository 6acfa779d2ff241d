import { memberBlocked } from '#features/moderation/events.ts';
import type { Services } from '#services.ts';
import { memberFollowed, memberUnfollowed } from './events.ts';
import { isFollowing, selectFollowCounts } from './queries.ts';

/** Tells a member's windows whom they follow or no longer follow: what one has done is shown by the others, too. */
export function announceFollows({ channels, db, events, turns }: Services): void {
  // In turn and as it is by then, so that what is told last is how it stands.
  const tell = (userId: string, followedId: string): void =>
    turns.coalesce(`follow:${userId}:${followedId}`, async () => {
      const [following, { followers }] = await Promise.all([
        isFollowing(db, userId, followedId),
        selectFollowCounts(db, followedId, userId),
      ]);
      channels.toMember(userId, 'follow', { user_id: followedId, following, followersCount: followers });
    });
  for (const event of [memberFollowed, memberUnfollowed])
    events.after(event, ({ actorId, followedId }) => tell(actorId, followedId));
  events.after(memberBlocked, ({ userId, blockedId }) => {
    tell(userId, blockedId);
    tell(blockedId, userId);
  });
}
