/**
 * Second step of a list of posts: loads the posts and the viewer's state for the ids of a page, with one statement
 * each. Only posts that all members share are cached.
 */
import { LIKES_SHOWN } from '@afterhours/contract/posts/posts';
import { createCache } from '#cache.ts';
import { anyMember } from '#db/statements/viewers.ts';
import { loadNewestLikes } from '#features/likes/loaders.ts';
import { perApp } from '#per-app.ts';
import type { Services } from '#services.ts';
import { loadPostBases, type PostBase } from './post-base.ts';
import { guest, loadViewer, type PageViewer } from './viewer-state.ts';

export type Hydrated = {
  /** In the order of the ids; deleted and hidden posts are missing. */
  posts: readonly PostBase[];
  viewer: PageViewer;
  /** JSON of each post's newest likes, by its id; missing if nobody asked for them. */
  likes?: ReadonlyMap<string, string>;
};

/** How long posts stay cached while broadcasts arrive, and while they do not. */
const LIFETIME_MS = 20_000;
const UNRELIABLE_LIFETIME_MS = 1_000;
/** In characters; enough for about 8,000 posts. */
const SIZE = 24 * 1024 * 1024;

/** The text includes the ids of all members whom the post shows: its author, and those of its comments. */
const textOf = ({ jsonStart, comments }: PostBase): string =>
  [jsonStart, ...comments.map((comment) => comment.jsonStart)].join();

/**
 * Posts as members who see everything see them, until the post or a member changes. Saves the costliest statement:
 * posts with their authors and comments.
 */
const sharedPosts = perApp(({ linkStatus, readsNow, touched }) => {
  const cache = createCache<PostBase>({
    ttlMs: () => (linkStatus.weak ? UNRELIABLE_LIFETIME_MS : LIFETIME_MS),
    size: SIZE,
    sizeOf: (post) => textOf(post).length,
  });
  touched.onPost((postId) => cache.drop(postId));
  touched.onMember((userId) => cache.dropWhere((post) => textOf(post).includes(userId)));
  touched.onAnything(() => cache.clear());
  return (ids: readonly string[]) => cache.fetchMany(ids, (missing) => loadPostBases(readsNow, missing, anyMember));
});

const inOrder = (ids: readonly string[], posts: ReadonlyMap<string, PostBase>) =>
  ids.flatMap((id) => posts.get(id) ?? []);

/** Returns those of these posts that all members share, by id. */
export const loadSharedPosts = (services: Services, ids: readonly string[]): Promise<Map<string, PostBase>> =>
  sharedPosts(services)(ids);

/** Adds the newest likes of the posts as the viewer sees them. One statement. */
export async function addLikes({ readsNow }: Services, { posts, viewer }: Hydrated): Promise<Hydrated> {
  const ids = posts.map((post) => post.id);
  return { posts, viewer, likes: await loadNewestLikes(readsNow, ids, viewer.id, LIKES_SHOWN) };
}

/**
 * Returns the posts as members who see everything see them, and the viewer's state, which tells whether they do. Posts
 * for connections only are missing.
 */
export async function hydrateShared(services: Services, viewerId: string, ids: readonly string[]): Promise<Hydrated> {
  const posts = inOrder(ids, await loadSharedPosts(services, ids));
  return { posts, viewer: await loadViewer(services.readsNow, viewerId, posts) };
}

/**
 * Returns the posts as this viewer sees them. Posts for connections are not shared between members, and take one more
 * statement; so do all posts for guests and for viewers who see less than others.
 */
export async function hydrate(services: Services, viewerId: string | null, ids: readonly string[]): Promise<Hydrated> {
  const load = (some: readonly string[]) => loadPostBases(services.readsNow, some, viewerId);
  if (viewerId === null) return { posts: inOrder(ids, await load(ids)), viewer: guest };
  const shared = await loadSharedPosts(services, ids);
  const others = await load(ids.filter((id) => !shared.has(id)));
  const posts = inOrder(ids, new Map([...shared, ...others]));
  const viewer = await loadViewer(services.readsNow, viewerId, posts);
  return viewer.seesLess ? { posts: inOrder(ids, await load(ids)), viewer } : { posts, viewer };
}
