/**
 * Pages that are the same for all members who see everything. Their skeletons are cached for a second, together with
 * the complete response for those who have no state on its posts. Members who see less get a skeleton of their own, and
 * so does everyone for an author some of whose posts only connections can see.
 *
 * Members must see their own new posts at once. A server drops all its pages when a member posts on it, and when it
 * receives a request from a member who has posted on another server.
 */
import type { PostListQuery } from '@afterhours/contract/feed';
import { LRUCache } from 'lru-cache';
import { createCache } from '#cache.ts';
import { firstIdOfPast } from '#db/statements/id.ts';
import { anyMember, type Viewer } from '#db/statements/viewers.ts';
import { postDeleted, postSaved } from '#features/posts/events.ts';
import {
  addLikes,
  type Hydrated,
  hydrateShared,
  listPage,
  type PostList,
  postsJson,
  type Skeleton,
  selectSkeleton,
  wantsLikes,
} from '#features/posts/loaders.ts';
import { SharedResponse } from '#http/body/compression.ts';
import { toResponse } from '#http/body/envelope.ts';
import type { Services } from '#services.ts';
import { hasPostsForConnections } from './queries.ts';
import type { Snapshots } from './snapshots.ts';

/** How long a skeleton is cached. Saves its statements for each caller: a quarter of the rate of a mixed day. */
const LIFETIME_MS = 1_000;
/** A page of twenty posts takes up to 100 KB, and stays until others need its place. */
const PAGES = 200;
/**
 * Posts older than this are on all pages. The time is much longer than the lifetime of pages and snapshots, because
 * clocks and commits may lag.
 */
const NEW_MS = 15_000;
const NEW_POSTS = 10_000;

type SharedPage = Skeleton & {
  /** Whether its author has more posts, which only connections can see. */
  moreForConnections: boolean;
  /**
   * The response, and the posts that it was written from. Saves writing and compressing it for each caller: half of the
   * rate of Popular.
   */
  written: { posts: Hydrated['posts']; response: SharedResponse } | null;
};

/** Whether the viewer gets these posts like any member without a state on them. */
const isSameForAll = ({ posts, viewer }: Hydrated): boolean =>
  viewer.states.size === 0 && viewer.muted === null && posts.every((post) => post.authorId !== viewer.id);

function sharedResponse(page: SharedPage, hydrated: Hydrated): SharedResponse {
  const { posts } = hydrated;
  const { written } = page;
  if (written?.posts.length === posts.length && written.posts.every((post, index) => post === posts[index]))
    return written.response;
  const response = new SharedResponse(toResponse({ json: postsJson(hydrated), ...page.paging }));
  page.written = { posts, response };
  return response;
}

export function createSharedPages(services: Services, snapshots: Snapshots) {
  const cache = createCache<SharedPage>({ ttlMs: () => LIFETIME_MS, size: PAGES });
  /** The new posts that all cached pages and snapshots include. */
  const newPosts = new LRUCache<string, true>({ max: NEW_POSTS, ttl: NEW_MS });

  function addNewPost(postId: string): void {
    newPosts.set(postId, true);
    cache.clear();
    snapshots.dropCurrent();
  }

  const isUnknown = (postId: string): boolean => postId > firstIdOfPast(NEW_MS) && !newPosts.has(postId);

  services.events.after(postSaved, ({ postId }) => addNewPost(postId));
  services.events.after(postDeleted, () => cache.clear());
  services.touched.onAnything(() => cache.clear());

  async function load(list: PostList, query: PostListQuery): Promise<SharedPage> {
    const skeleton = await selectSkeleton(list, query);
    const moreForConnections = query.userId ? await hasPostsForConnections(services.readsNow, query.userId) : false;
    return { ...skeleton, moreForConnections, written: null };
  }

  /** Returns one page for a member; `listFor` returns the list as a viewer sees it. */
  return async function listShared(viewerId: string, query: PostListQuery, listFor: (viewer: Viewer) => PostList) {
    const list = listFor(anyMember);
    const page = await cache.fetch(JSON.stringify([list.name, query]), () => load(list, query));
    const inFeed = !query.userId;
    const listUnshared = () => listPage(services, viewerId, listFor(viewerId), query, { inFeed });
    // Only the author may be missing new posts of their own.
    if (page.moreForConnections && query.userId !== viewerId) return listUnshared();
    const shared = await hydrateShared(services, viewerId, page.ids);
    const { seesLess, newestOwn } = shared.viewer;
    if (newestOwn !== null && isUnknown(newestOwn)) {
      addNewPost(newestOwn);
      return listShared(viewerId, query, listFor);
    }
    if (seesLess || page.moreForConnections) return listUnshared();
    const hydrated = wantsLikes(query) ? await addLikes(services, shared) : shared;
    if (isSameForAll(hydrated)) return sharedResponse(page, hydrated);
    return { json: postsJson(hydrated, inFeed), ...page.paging };
  };
}
