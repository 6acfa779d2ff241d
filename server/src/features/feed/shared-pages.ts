/**
 * Pages that are the same for all members who see everything: their skeletons are cached for a second, and with them
 * the whole answer for those who have done nothing with its posts. Members who see less get a skeleton of their own,
 * and so do all for an author some of whose posts only connections see.
 *
 * Members must see their own new post at once. A server drops all its pages when a member posts on it, and when a
 * member turns up who has posted on another server.
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
import { KeptText } from '#http/body/compression.ts';
import type { Services } from '#services.ts';
import { hasPostsForConnections } from './queries.ts';
import type { Snapshots } from './snapshots.ts';

/** Saves the skeleton's statements. */
const LIFETIME_MS = 1_000;
const PAGES = 1_000;
/** Older posts are on all pages: much longer than pages and snapshots live, as clocks and commits may be behind. */
const NEW_MS = 15_000;
const NEW_POSTS = 10_000;

type SharedPage = Skeleton<Paged> & {
  /** Its author has posts that only connections see. */
  differs: boolean;
  /** The answer, and the posts as they were in it. Saves writing and compressing it for each caller. */
  kept: { posts: Hydrated['posts']; answer: KeptText } | null;
};

type PageSource = {
  /** Different for each list and page. */
  name: string;
  /** Whose posts it lists; null for everybody's. */
  authorId: string | null;
  skeletonFor: (viewer: Viewer) => Promise<Skeleton<Paged>>;
};

/** Whether a viewer gets these posts as any member does who has done nothing with them. */
const isSameForAll = ({ posts, viewer }: Hydrated): boolean =>
  viewer.states.size === 0 &&
  viewer.likedComments.size === 0 &&
  viewer.muted === null &&
  posts.every((post) => post.authorId !== viewer.id);

function keptAnswer(page: SharedPage, hydrated: Hydrated): KeptText {
  const { posts } = hydrated;
  const known = page.kept;
  if (known?.posts.length === posts.length && known.posts.every((post, place) => post === posts[place]))
    return known.answer;
  const answer = new KeptText(toAnswer({ json: postsJson(hydrated), ...page.beside }));
  page.kept = { posts, answer };
  return answer;
}

export function createSharedPages(services: Services, snapshots: Snapshots) {
  const cache = createCache<SharedPage>({ ttlMs: () => LIFETIME_MS, size: PAGES });
  /** The new posts after which all cached pages and snapshots were loaded. */
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
    differs: authorId !== null && (await hasPostsForConnections(services.readsNow, authorId)),
    kept: null,
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
    if (seesLess || page.differs) return listPosts(services, viewerId, await source.skeletonFor(viewerId), inFeed);
    return isSameForAll(hydrated) ? keptAnswer(page, hydrated) : { json: postsJson(hydrated, inFeed), ...page.beside };
  };
}
