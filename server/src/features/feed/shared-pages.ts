/**
 * Pages that are the same for all members who see everything, and for all guests: their skeletons are cached for a
 * second, and with them the whole answer for those who have done nothing with its posts. Members who see less get a
 * skeleton of their own, and so do all for an author some of whose posts only connections see.
 *
 * Members must see their own new post at once. A server drops all its pages when a member posts on it, and when a
 * member turns up who has posted on another server.
 */
import { LRUCache } from 'lru-cache';
import { createCache } from '#cache.ts';
import { firstIdOfPast } from '#db/statements/id.ts';
import { anyMember, type Viewer } from '#db/statements/viewers.ts';
import { postDeleted, postSaved } from '#features/posts/events.ts';
import { type Hydrated, hydrateShared, listPosts, postsJson, type Skeleton } from '#features/posts/loaders.ts';
import { toAnswer } from '#http/bind.ts';
import { KeptText } from '#http/body/compression.ts';
import type { Services } from '#services.ts';
import type { Paged } from './lists.ts';
import { hasNarrowPosts } from './queries.ts';
import type { Snapshots } from './snapshots.ts';

/** Saves the skeleton's statements. */
const LIFETIME_MS = 1_000;
const PAGES = 1_000;
/** Older posts are on all pages: much longer than pages and snapshots live, as clocks and commits may be behind. */
const NEW_MS = 15_000;
const NEW_POSTS = 10_000;

type SharedPage = Skeleton<Paged> & {
  /** It is of an author who has posts for connections. */
  narrow: boolean;
  /** The answer, and the posts as they were in it. Saves writing and compressing it for each caller. */
  kept: { posts: Hydrated['posts']; answer: KeptText } | null;
};

/** Whether a viewer gets these posts as any member does who has done nothing with them. */
const isUntouched = ({ posts, viewer }: Hydrated): boolean =>
  viewer.id !== null &&
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

/** Keeps the new posts that the cached pages and snapshots were loaded after. */
function createNewPosts(forget: () => void) {
  const known = new LRUCache<string, true>({ max: NEW_POSTS, ttl: NEW_MS });
  return {
    add(postId: string): void {
      known.set(postId, true);
      forget();
    },
    isUnknown: (postId: string): boolean => postId > firstIdOfPast(NEW_MS) && !known.has(postId),
  };
}

/** `name` is different for each list and page; `skeletonFor` returns the skeleton as a viewer sees it. */
type PageSource = {
  name: string;
  /** Whose posts it lists; null for everybody's. */
  authorId: string | null;
  skeletonFor: (viewer: Viewer) => Promise<Skeleton<Paged>>;
};

export function createSharedPages(services: Services, snapshots: Snapshots) {
  const cache = createCache<SharedPage>({ ttlMs: () => LIFETIME_MS, size: PAGES });
  const newPosts = createNewPosts(() => {
    cache.clear();
    snapshots.renew();
  });
  services.events.after(postSaved, ({ postId }) => newPosts.add(postId));
  services.events.after(postDeleted, () => cache.clear());
  services.touched.onAnything(() => cache.clear());

  async function loadPage(shared: null | typeof anyMember, { authorId, skeletonFor }: PageSource): Promise<SharedPage> {
    const narrow = shared !== null && authorId !== null && (await hasNarrowPosts(services.readsNow, authorId));
    return { ...(await skeletonFor(shared)), narrow, kept: null };
  }

  return async function listShared(viewerId: string | null, source: PageSource) {
    const { name, skeletonFor } = source;
    const shared = viewerId === null ? null : anyMember;
    const page = await cache.fetch(`${shared === null ? 'guests' : 'members'} ${name}`, () => loadPage(shared, source));
    const hydrated = await hydrateShared(services, viewerId, page.ids);
    const { seesLess, newestOwn } = hydrated.viewer;
    if (newestOwn !== null && newPosts.isUnknown(newestOwn)) {
      newPosts.add(newestOwn);
      return listShared(viewerId, source);
    }
    const inFeed = source.authorId === null;
    if (seesLess || page.narrow) return listPosts(services, viewerId, await skeletonFor(viewerId), inFeed);
    return isUntouched(hydrated) ? keptAnswer(page, hydrated) : { json: postsJson(hydrated, inFeed), ...page.beside };
  };
}
