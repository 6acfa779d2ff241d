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
const LIFETIME_MS = 20_000;
const UNRELIABLE_LIFETIME_MS = 1_000;
const KEPT_BYTES = 24 * 1024 * 1024;
/** Beyond this size, only posts requested a second time are cached. */
const KEPT_AT_ONCE_BYTES = KEPT_BYTES / 2;
const RECENT_REQUESTS = 20_000;
const BROADCAST_AFTER_MS = 20;

/** A member's name or picture has changed. */
const memberSeen = defineBroadcast<{ userId: string }>('member-seen');
/** A member was deleted, and with them likes and comments anywhere. */
const memberGone = defineBroadcast<Record<string, never>>('member-gone');
const postsChanged = defineBroadcast<{ postIds: string[] }>('posts-changed');

type Load = Promise<Map<string, PostBase>>;
type Entry = { base: PostBase; until: number };

/** Whether a base contains a member: as its author, or as the author of a like or comment. */
const names = ({ text, comments }: PostBase, userId: string): boolean =>
  text.includes(userId) || comments.some((one) => one.text.includes(userId));

export type PostBases = {
  load(ids: readonly string[]): Promise<Map<string, PostBase>>;
  /** Returns the cached bases in order, when all of them are cached. */
  recall(ids: readonly string[]): PostBase[] | null;
};

/** The cached bases by post, in the order of their loads; the oldest are dropped when they are too large. */
class CachedBases {
  readonly #entries = new Map<string, Entry>();
  readonly #isAdmitted = createAdmission(RECENT_REQUESTS);
  #bytes = 0;

  find(postId: string, now: number): PostBase | null {
    const entry = this.#entries.get(postId);
    return entry && entry.until > now ? entry.base : null;
  }

  drop(postId: string): void {
    this.#bytes -= this.#entries.get(postId)?.base.plain.length ?? 0;
    this.#entries.delete(postId);
  }

  dropMember(userId: string): void {
    for (const [id, { base }] of this.#entries) if (names(base, userId)) this.drop(id);
  }

  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }

  keep(base: PostBase, lifetimeMs: number): void {
    if (!this.#isAdmitted(base.id) && this.#bytes > KEPT_AT_ONCE_BYTES) return;
    this.drop(base.id);
    this.#bytes += base.plain.length;
    this.#entries.set(base.id, { base, until: Date.now() + lifetimeMs });
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= KEPT_BYTES) break;
      this.drop(oldest);
    }
  }
}

type Changes = { drop: (postId: string) => void; dropMember: (userId: string) => void; dropAll: () => void };

/** Drops bases when something on them changes, here or on another server. */
function dropOnChange({ channels, events, linkStatus }: Services, { drop, dropMember, dropAll }: Changes): void {
  const changed = new Set<string>();
  /** Many likes are broadcast to the other servers a few times a second. */
  function broadcastChange(postId: string): void {
    if (changed.size === 0) {
      setTimeout(() => {
        channels.broadcast(postsChanged, 'others', { postIds: [...changed] });
        changed.clear();
      }, BROADCAST_AFTER_MS).unref();
    }
    changed.add(postId);
  }
  channels.onBroadcast(postsChanged, ({ postIds }) => postIds.forEach(drop));
  events.after(postTouched, ({ postId }) => {
    drop(postId);
    broadcastChange(postId);
  });
  channels.onBroadcast(memberSeen, ({ userId }) => dropMember(userId));
  channels.onBroadcast(memberGone, dropAll);
  events.after(memberTouched, ({ userId, gone }) => {
    if (gone) dropAll();
    else dropMember(userId);
    if (gone) channels.broadcast(memberGone, 'others', {});
    else channels.broadcast(memberSeen, 'others', { userId });
  });
  linkStatus.onChange(dropAll);
}

/** Returns the cache and the function that loads missing bases into it. */
function createLoading(services: Services) {
  const cached = new CachedBases();
  /** The pending and still valid load of a post; a change in the meantime removes it. */
  const loading = new Map<string, Load>();
  dropOnChange(services, {
    drop(postId) {
      cached.drop(postId);
      loading.delete(postId);
    },
    dropMember(userId) {
      cached.dropMember(userId);
      loading.clear();
    },
    dropAll() {
      cached.clear();
      loading.clear();
    },
  });

  /** Loads the bases of these posts, shared by all concurrent callers. */
  function load(ids: string[]): Load {
    const mine = loadPostBases(services.readsNow, ids)
      .then((texts) => {
        const found = texts.map(layOut);
        const lifetime = services.linkStatus.weak ? UNRELIABLE_LIFETIME_MS : LIFETIME_MS;
        for (const base of found) if (loading.get(base.id) === mine) cached.keep(base, lifetime);
        return new Map(found.map((base) => [base.id, base]));
      })
      .finally(() => {
        for (const id of ids) if (loading.get(id) === mine) loading.delete(id);
      });
    for (const id of ids) loading.set(id, mine);
    return mine;
  }

  return { cached, load, pending: (id: string): Load | undefined => loading.get(id) };
}

function createPostBases(services: Services): PostBases {
  const { cached, load, pending } = createLoading(services);
  return {
    recall(ids) {
      const now = Date.now();
      const posts: PostBase[] = [];
      for (const id of ids) {
        const base = cached.find(id, now);
        if (!base) return null;
        posts.push(base);
      }
      return posts;
    },
    async load(ids) {
      const now = Date.now();
      const found = new Map<string, PostBase>();
      const loads = new Set<Load>();
      const missing: string[] = [];
      for (const id of ids) {
        const base = cached.find(id, now);
        const underway = base ? undefined : pending(id);
        if (base) found.set(id, base);
        else if (underway) loads.add(underway);
        else missing.push(id);
      }
      if (missing.length > 0) loads.add(load(missing));
      const wanted = new Set(ids);
      for (const part of await Promise.all(loads)) {
        for (const [id, base] of part) if (wanted.has(id)) found.set(id, base);
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
