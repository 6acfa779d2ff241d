/**
 * Notifies caches about changed posts and members: on this server at the commit, before the member who made the change
 * gets a response, and on the others by a broadcast a few milliseconds later. While broadcasts may be lost, cache
 * entries live for one second at most (`linkStatus.weak`).
 */
import { defineBroadcast } from '#broadcast.ts';
import type { Services } from '#services.ts';
import { memberTouched, postTouched } from './touched.ts';

export type TouchedEverywhere = {
  onPost(handler: (postId: string) => void): void;
  /** The member's name or picture has changed. */
  onMember(handler: (userId: string) => void): void;
  /** Anything may have changed: a member and all their content is gone, or broadcasts were lost. */
  onAnything(handler: () => void): void;
};

/** Collects changes, so that many likes cause only a few broadcasts a second. */
const BROADCAST_AFTER_MS = 20;

// These names come from earlier versions, which may run beside this one.
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
  const notifyPost = (postId: string): void => handlers.post.forEach((handler) => handler(postId));
  const notifyMember = (userId: string): void => handlers.member.forEach((handler) => handler(userId));
  const notifyAnything = (): void => handlers.anything.forEach((handler) => handler());
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
    notifyPost(postId);
    broadcastPost(postId);
  });
  events.after(memberTouched, ({ userId, changed }) => {
    if (changed === 'everything') {
      notifyAnything();
      channels.broadcast(everythingChanged, 'others', {});
    } else {
      notifyMember(userId);
      channels.broadcast(profileChanged, 'others', { userId });
    }
  });
  channels.onBroadcast(postsChanged, ({ postIds }) => postIds.forEach(notifyPost));
  channels.onBroadcast(profileChanged, ({ userId }) => notifyMember(userId));
  channels.onBroadcast(everythingChanged, notifyAnything);
  linkStatus.onChange(notifyAnything);
  return {
    onPost: (handler) => void handlers.post.push(handler),
    onMember: (handler) => void handlers.member.push(handler),
    onAnything: (handler) => void handlers.anything.push(handler),
  };
}
