/**
 * Tells caches which posts and members have changed: on this server at the commit, before the member who changed them
 * is answered, and on the others by a broadcast some milliseconds later. While broadcasts may be lost, caches keep what
 * they have for a second at most (`linkStatus.weak`).
 */
import { defineBroadcast } from '#broadcast.ts';
import type { Services } from '#services.ts';
import { memberTouched, postTouched } from './touched.ts';

export type TouchedEverywhere = {
  onPost(handler: (postId: string) => void): void;
  /** A member has a new name or picture. */
  onMember(handler: (userId: string) => void): void;
  /** Anything may have changed: a member is gone with all they did, or broadcasts were lost. */
  onAnything(handler: () => void): void;
};

/** Many likes are broadcast to the other servers a few times a second. */
const BROADCAST_AFTER_MS = 20;

// On the line they have the names of earlier versions, which may run beside this one.
const profileChanged = defineBroadcast<{ userId: string }>('member-seen');
const everythingChanged = defineBroadcast<Record<string, never>>('member-gone');
const postsChanged = defineBroadcast<{ postIds: string[] }>('posts-changed');

type Sources = Pick<Services, 'channels' | 'events' | 'linkStatus'>;

export function createTouchedEverywhere({ channels, events, linkStatus }: Sources): TouchedEverywhere {
  const handlers = {
    post: [] as ((postId: string) => void)[],
    member: [] as ((userId: string) => void)[],
    anything: [] as (() => void)[],
  };
  const tellPost = (postId: string): void => handlers.post.forEach((handler) => handler(postId));
  const tellMember = (userId: string): void => handlers.member.forEach((handler) => handler(userId));
  const tellAnything = (): void => handlers.anything.forEach((handler) => handler());
  const waiting = new Set<string>();

  function broadcastPost(postId: string): void {
    if (waiting.size === 0) {
      setTimeout(() => {
        channels.broadcast(postsChanged, 'others', { postIds: [...waiting] });
        waiting.clear();
      }, BROADCAST_AFTER_MS).unref();
    }
    waiting.add(postId);
  }

  events.after(postTouched, ({ postId }) => {
    tellPost(postId);
    broadcastPost(postId);
  });
  events.after(memberTouched, ({ userId, changed }) => {
    if (changed === 'everything') {
      tellAnything();
      channels.broadcast(everythingChanged, 'others', {});
    } else {
      tellMember(userId);
      channels.broadcast(profileChanged, 'others', { userId });
    }
  });
  channels.onBroadcast(postsChanged, ({ postIds }) => postIds.forEach(tellPost));
  channels.onBroadcast(profileChanged, ({ userId }) => tellMember(userId));
  channels.onBroadcast(everythingChanged, tellAnything);
  linkStatus.onChange(tellAnything);
  return {
    onPost: (handler) => void handlers.post.push(handler),
    onMember: (handler) => void handlers.member.push(handler),
    onAnything: (handler) => void handlers.anything.push(handler),
  };
}
