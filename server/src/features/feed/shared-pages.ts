/**
 * Pages that are the same for all members who see everything. Their skeletons are cached for a second, together with
 * the complete response for those who have no state on its posts. Members who see less get a skeleton of their own, and
 * so does everybody for an author some of whose posts only connections can see.
 *
 * Members must see their own new posts at once. A server drops all its pages when a member posts on it, and when it
 * receives a request from a member who has posted on another server.
 */
import { LRUCache } from 'lru-cache';
import { createCache } from '#cache.ts';
import { firstIdOfPast } from '#db/statements/id.ts';
import { anyMember, type Viewer } from '#db/statements/viewers.ts';
import { postDeleted, postSaved } from '#features/posts/events.ts';
import {
  type Hydrated,
  hydrateShared,
  listPosts,
  type Paged,
  postsJson,
  type Skeleton,
} from '#features/posts/loaders.ts';
import { toAnswer } from '#http/bind.ts';
import { SharedResponse } from '#http/body/compression.ts';
import type { Services } from '#services.ts';
import { hasPostsForConnections } from './queries.ts';
import type { Snapshots } from './snapshots.ts';

/** How long a skeleton is cached, which saves its statements. */
const LIFETIME_MS = 1_000;
/** A page of twenty posts takes up to 100 KB, and stays until others need its place. */
const PAGES = 200;
/**
 * Posts older than this are on all pages. The time is much longer than the lifetime of pages and snapshots, because
 * clocks and commits may lag.
 */
const NEW_MS = 15_000;
const NEW_POSTS = 10_000;

type SharedPage = Skeleton<Paged> & {
  /** Whether its author has posts that only connections can see. */
  hasPostsForConnections: boolean;
  /** The response, and the posts that it was written from. Saves writing and compressing it for each caller. */
  cached: { posts: Hydrated['posts']; response: SharedResponse } | null;
};

type PageSource = {
  /** Different for each list and page. */
  name: string;
  /** The member whose posts are listed; null for everybody's. */
  authorId: string | null;
  skeletonFor: (viewer: Viewer) => Promise<Skeleton<Paged>>;
};

/** Whether the viewer gets these posts like any member without a state on them. */
const isSameForAll = ({ posts, viewer }: Hydrated): boolean =>
  viewer.states.size === 0 &&
  viewer.likedComments.size === 0 &&
  viewer.muted === null &&
  posts.every((post) => post.authorId !== viewer.id);

function cachedResponse(page: SharedPage, hydrated: Hydrated): SharedResponse {
  const { posts } = hydrated;
  const { cached } = page;
  if (cached?.posts.length === posts.length && cached.posts.every((post, index) => post === posts[index]))
    return cached.response;
  const response = new SharedResponse(toAnswer({ json: postsJson(hydrated), ...page.beside }));
  page.cached = { posts, response };
  return response;
}

export function createSharedPages(services: Services, snapshots: Snapshots) {
  const cache = createCache<SharedPage>({ ttlMs: () => LIFETIME_MS, size: PAGES });
  /** The new posts that all cached pages and snapshots include. */
  const newPosts = new LRUCache<string, true>({ max: NEW_POSTS, ttl: NEW_MS });

  function addNewPost(postId: string): void {
    newPosts.set(postId, true);
    cache.clear();
    snapshots.renew();
  }

  const isUnknown = (postId: string): boolean => postId > firstIdOfPast(NEW_MS) && !newPosts.has(postId);

  services.events.after(postSaved, ({ postId }) => addNewPost(postId));
  services.events.after(postDeleted, () => cache.clear());
  services.touched.onAnything(() => cache.clear());

  const load = async ({ authorId, skeletonFor }: PageSource): Promise<SharedPage> => ({
    ...(await skeletonFor(anyMember)),
    hasPostsForConnections: authorId !== null && (await hasPostsForConnections(services.readsNow, authorId)),
    cached: null,
  });

  return async function listShared(viewerId: string, source: PageSource) {
    const page = await cache.fetch(source.name, () => load(source));
    const hydrated = await hydrateShared(services, viewerId, page.ids);
    const { seesLess, newestOwn } = hydrated.viewer;
    if (newestOwn !== null && isUnknown(newestOwn)) {
      addNewPost(newestOwn);
      return listShared(viewerId, source);
    }
    const inFeed = source.authorId === null;
    if (seesLess || page.hasPostsForConnections)
      return listPosts(services, viewerId, await source.skeletonFor(viewerId), inFeed);
    return isSameForAll(hydrated)
      ? cachedResponse(page, hydrated)
      : { json: postsJson(hydrated, inFeed), ...page.beside };
  };
}
