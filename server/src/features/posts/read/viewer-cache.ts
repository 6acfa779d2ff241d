/**
 * Caches viewer state: likes, bookmarks, stars, payments. It is loaded at once on a member's first call and cached some
 * seconds for all their pages; for members with very much state, page by page. A member's own writes drop it
 * (`http/gate/member-cache.ts`).
 */
import type { Services } from '#services.ts';
import type { PostBase } from './post-base.ts';
import { selectCachedViewer } from './viewer-cache-query.ts';
import { toViewerState, toViewerStates, type ViewerState } from './viewer-state.ts';
import { selectViewerStates } from './viewer-state-query.ts';

export type CachedViewer = {
  /** Blocks or is blocked: may see less than others of any post. */
  blocks: boolean;
  /** Does not see some posts at all. */
  hides: boolean;
  newestOwn: string | null;
  /** All state is loaded: a post without an entry has none. */
  complete: boolean;
  states: Map<string, ViewerState | null>;
  likedComments: Set<string>;
};

const CACHE_MS = 10_000;
/** The cached entries over all viewers, and the viewers: some twenty megabytes. */
const KEPT = 100_000;

const weightOf = (viewer: CachedViewer): number => 5 + viewer.states.size + viewer.likedComments.size;

/** Whether the viewer's state on these posts is known. */
const isKnown = (viewer: CachedViewer, posts: readonly PostBase[]): boolean =>
  viewer.complete || posts.every((post) => viewer.states.has(post.id));

export type ViewerCache = {
  /** Returns the viewer, when the state on all these posts is cached. */
  recall(viewerId: string, posts: readonly PostBase[]): CachedViewer | null;
  /** Returns the viewer, with at least the state on these posts. */
  load(viewerId: string, posts: readonly PostBase[]): Promise<CachedViewer>;
};

async function loadAll({ readsNow: db }: Services, viewerId: string): Promise<CachedViewer> {
  const [row] = await selectCachedViewer(db, { viewerId });
  if (!row) throw new Error('a select without a table gave no row');
  const all = toViewerStates(row);
  return {
    blocks: row.blocks,
    hides: row.hides,
    newestOwn: row.newest_own,
    complete: all !== null,
    states: all ?? new Map<string, ViewerState | null>(),
    likedComments: new Set(all ? row.comment_likes : []),
  };
}

/** Returns the viewer with the state on these posts added. */
async function extend({ readsNow: db }: Services, viewerId: string, known: CachedViewer, posts: readonly PostBase[]) {
  const missing = posts.filter((post) => !known.states.has(post.id));
  const commentIds = missing.flatMap((post) => post.comments.map((comment) => comment.id));
  const rows = await selectViewerStates(db, { viewerId, ids: missing.map((post) => post.id), commentIds });
  const states = new Map(known.states);
  for (const row of rows) states.set(row.id, toViewerState(row));
  return { ...known, states, likedComments: known.likedComments.union(new Set(rows[0]?.liked_comments)) };
}

function createViewerCache(services: Services): ViewerCache {
  const cache = services.memberCache.create<CachedViewer>({ ms: CACHE_MS, kept: KEPT, weigh: weightOf });
  return {
    recall(viewerId, posts) {
      const viewer = cache.find(viewerId);
      return viewer && isKnown(viewer, posts) ? viewer : null;
    },
    load: (viewerId, posts) =>
      cache.load(viewerId, async () => {
        const known = cache.find(viewerId) ?? (await loadAll(services, viewerId));
        return isKnown(known, posts) ? known : extend(services, viewerId, known, posts);
      }),
  };
}

const ofServices = new WeakMap<Services, ViewerCache>();

/** The viewers of an application. */
export function viewerCacheOf(services: Services): ViewerCache {
  const known = ofServices.get(services) ?? createViewerCache(services);
  ofServices.set(services, known);
  return known;
}
