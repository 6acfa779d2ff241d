/**
 * Notifies caches about changed posts and members: on this server at the commit, before the member who made the change
 * gets a response, and on the others by a broadcast a few milliseconds later. While broadcasts may be lost, cache
 * entries live for one second at most (`linkStatus.weak`).
 */
import { EventEmitter } from 'node:events';
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

/** The changes within this time after a broadcast go out together: many likes cause only a few broadcasts a second. */
const COLLECT_MS = 20;

// These names come from earlier versions, which may run beside this one.
const profileChanged = defineBroadcast<{ userId: string }>('member-seen');
const everythingChanged = defineBroadcast<Record<string, never>>('member-gone');
const postsChanged = defineBroadcast<{ postIds: string[] }>('posts-changed');

type Sources = {
  channels: Pick<Services['channels'], 'broadcast' | 'onBroadcast'>;
  events: Pick<Services['events'], 'after'>;
  linkStatus: Pick<Services['linkStatus'], 'onChange'>;
};

export function createTouchedEverywhere({ channels, events, linkStatus }: Sources): TouchedEverywhere {
  const changes = new EventEmitter<{ post: [postId: string]; member: [userId: string]; anything: [] }>();
  changes.setMaxListeners(0);
  const waiting = new Set<string>();
  let isCollecting = false;

  function broadcastWaiting(): void {
    isCollecting = waiting.size > 0;
    if (!isCollecting) return;
    channels.broadcast(postsChanged, 'others', { postIds: [...waiting] });
    waiting.clear();
    setTimeout(broadcastWaiting, COLLECT_MS).unref();
  }

  function broadcastPost(postId: string): void {
    waiting.add(postId);
    // Sent before the response, because the member's next call may reach another server.
    if (!isCollecting) broadcastWaiting();
  }

  events.after(postTouched, ({ postId }) => {
    changes.emit('post', postId);
    broadcastPost(postId);
  });
  events.after(memberTouched, ({ userId, changed }) => {
    if (changed === 'everything') {
      changes.emit('anything');
      channels.broadcast(everythingChanged, 'others', {});
    } else {
      changes.emit('member', userId);
      channels.broadcast(profileChanged, 'others', { userId });
    }
  });
  channels.onBroadcast(postsChanged, ({ postIds }) => {
    for (const postId of postIds) changes.emit('post', postId);
  });
  channels.onBroadcast(profileChanged, ({ userId }) => void changes.emit('member', userId));
  channels.onBroadcast(everythingChanged, () => void changes.emit('anything'));
  linkStatus.onChange(() => void changes.emit('anything'));
  return {
    onPost: (handler) => void changes.on('post', handler),
    onMember: (handler) => void changes.on('member', handler),
    onAnything: (handler) => void changes.on('anything', handler),
  };
}
