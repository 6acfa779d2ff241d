import type { Services } from '#services.ts';
import { memberBlocked, postReported } from './events.ts';

/** Sends the tabs of members what they may not see any more, or do not want to. */
export function announceHidden({ channels, events }: Services): void {
  events.after(memberBlocked, ({ userId, blockedId }) => {
    channels.toMember(userId, 'hidden', { user_id: blockedId });
    channels.toMember(blockedId, 'hidden', { user_id: userId });
  });
  events.after(postReported, ({ userId, postId }) => channels.toMember(userId, 'hidden', { post_id: postId }));
}
