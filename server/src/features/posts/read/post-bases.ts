/**
 * Caches post bases: loaded and serialized once for all viewers within twenty seconds. The viewer's state (likes,
 * bookmark, stars, payment) is inserted for each viewer (`post-pages.ts`). An action that changes a post drops its base
 * at once, so that the member sees the result: on this server at the same moment, on others when the broadcast arrives.
 * While broadcasts may be lost, bases are cached for a second only.
 */
import { memberTouched, postTouched } from '#access/touched.ts';
import { defineBroadcast } from '#broadcast.ts';
import type { Services } from '#services.ts';
import { createAdmission } from './admission.ts';
import type { PostBase } from './post-base.ts';
import { loadPostBases } from './post-base-query.ts';
import { layOut } from './post-text.ts';

/** The lifetimes while broadcasts arrive, and otherwise. */
const SHARED_MS = 20_000;
const SHARED_UNHEARD_MS = 1_000;
const KEPT_BYTES = 24 * 1024 * 1024;
/** Beyond this size, only posts requested a second time are cached. */
const KEPT_AT_ONCE_BYTES = KEPT_BYTES / 2;
const ASKED_LATELY = 20_000;
const TOLD_AFTER_MS = 20;

/** A member's name or picture has changed. */
const memberSeen = defineBroadcast<{ userId: string }>('member-seen');
/** A member was deleted, and with them likes and comments anywhere. */
const memberGone = defineBroadcast<Record<string, never>>('member-gone');
const postsChanged = defineBroadcast<{ postIds: string[] }>('posts-changed');

type Reading = Promise<Map<string, PostBase>>;
type Entry = { shared: PostBase; until: number };

/** Whether a base contains a member: as its author, or as the author of a like or comment. */
const names = ({ text, comments }: PostBase, userId: string): boolean =>
  text.includes(userId) || comments.some((one) => one.text.includes(userId));

export type PostBases = {
  load(ids: readonly string[]): Promise<Map<string, PostBase>>;
  /** Returns the cached bases in order, when all of them are cached. */
  recall(ids: readonly string[]): PostBase[] | null;
};

function createPostBases(services: Services): PostBases {
  const held = new Map<string, Entry>();
  /** The pending and still valid load of a post; a change in the meantime removes it. */
  const loading = new Map<string, Reading>();
  let bytes = 0;

  function drop(postId: string): void {
    bytes -= held.get(postId)?.shared.plain.length ?? 0;
    held.delete(postId);
  }

  function forget(postId: string): void {
    drop(postId);
    loading.delete(postId);
  }

  function forgetAll(): void {
    held.clear();
    loading.clear();
    bytes = 0;
  }

  const isAdmitted = createAdmission(ASKED_LATELY);
  function keep(shared: PostBase): void {
    if (!isAdmitted(shared.id) && bytes > KEPT_AT_ONCE_BYTES) return;
    drop(shared.id);
    bytes += shared.plain.length;
    held.set(shared.id, { shared, until: Date.now() + (services.linkStatus.weak ? SHARED_UNHEARD_MS : SHARED_MS) });
    for (const oldest of held.keys()) {
      if (bytes <= KEPT_BYTES) break;
      drop(oldest);
    }
  }

  /** Loads the bases of these posts, shared by all concurrent callers. */
  function read(ids: string[]): Reading {
    const reading = loadPostBases(services.readsNow, ids)
      .then((texts) => {
        const found = texts.map(layOut);
        for (const shared of found) if (loading.get(shared.id) === reading) keep(shared);
        return new Map(found.map((shared) => [shared.id, shared]));
      })
      .finally(() => {
        for (const id of ids) if (loading.get(id) === reading) loading.delete(id);
      });
    for (const id of ids) loading.set(id, reading);
    return reading;
  }

  const { channels, events } = services;
  const changed = new Set<string>();
  /** Many likes are broadcast to the other servers a few times a second. */
  function tellOthers(postId: string): void {
    if (changed.size === 0) {
      setTimeout(() => {
        channels.broadcast(postsChanged, 'others', { postIds: [...changed] });
        changed.clear();
      }, TOLD_AFTER_MS).unref();
    }
    changed.add(postId);
  }
  channels.onBroadcast(postsChanged, ({ postIds }) => postIds.forEach(forget));
  events.after(postTouched, ({ postId }) => {
    forget(postId);
    tellOthers(postId);
  });
  const forgetMember = ({ userId }: { userId: string }): void => {
    for (const [id, { shared }] of held) if (names(shared, userId)) drop(id);
    loading.clear();
  };
  channels.onBroadcast(memberSeen, forgetMember);
  channels.onBroadcast(memberGone, forgetAll);
  events.after(memberTouched, ({ userId, gone }) => {
    if (gone) forgetAll();
    else forgetMember({ userId });
    if (gone) channels.broadcast(memberGone, 'others', {});
    else channels.broadcast(memberSeen, 'others', { userId });
  });
  services.linkStatus.onChange(forgetAll);

  return {
    recall(ids) {
      const now = Date.now();
      const posts: PostBase[] = [];
      for (const id of ids) {
        const entry = held.get(id);
        if (!entry || entry.until <= now) return null;
        posts.push(entry.shared);
      }
      return posts;
    },
    async load(ids) {
      const now = Date.now();
      const found = new Map<string, PostBase>();
      const waited = new Set<Reading>();
      const missing: string[] = [];
      for (const id of ids) {
        const entry = held.get(id);
        const underway = loading.get(id);
        if (entry && entry.until > now) found.set(id, entry.shared);
        else if (underway) waited.add(underway);
        else missing.push(id);
      }
      if (missing.length > 0) waited.add(read(missing));
      const wanted = new Set(ids);
      for (const part of await Promise.all(waited)) {
        for (const [id, shared] of part) if (wanted.has(id)) found.set(id, shared);
      }
      return found;
    },
  };
}

const ofServices = new WeakMap<Services, PostBases>();

/** The post bases of an application. */
export function postBases(services: Services): PostBases {
  const known = ofServices.get(services) ?? createPostBases(services);
  ofServices.set(services, known);
  return known;
}
