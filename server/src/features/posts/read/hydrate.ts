/**
 * Second step of a list of posts: loads the posts and the viewer's state for the ids of a page, with one statement
 * each.
 */
import { createCache } from '#cache.ts';
import { anyMember } from '#db/statements/viewers.ts';
import { perApp } from '#per-app.ts';
import type { Services } from '#services.ts';
import { loadPostBases, type PostBase } from './post-base.ts';
import { guest, loadViewer, type PageViewer } from './viewer-state.ts';

/** Posts in the order of the ids; deleted and hidden posts are missing. */
export type Hydrated = { posts: readonly PostBase[]; viewer: PageViewer };

/** How long posts stay cached while broadcasts arrive, and while they do not. */
const LIFETIME_MS = 20_000;
const UNRELIABLE_LIFETIME_MS = 1_000;
/** In characters; enough for about 8,000 posts. */
const SIZE = 24 * 1024 * 1024;

const sizeOf = ({ jsonStart, comments }: PostBase): number =>
  comments.reduce((sum, comment) => sum + comment.jsonStart.length, jsonStart.length);

/** True if a post shows a member: as its author, or as the author of a like or comment. */
const shows = ({ jsonStart, comments }: PostBase, userId: string): boolean =>
  jsonStart.includes(userId) || comments.some((comment) => comment.jsonStart.includes(userId));

/** Caches what the costliest statement returns: posts with their authors, likes and comments. */
function createPostCache({ linkStatus, touched }: Services) {
  const cache = createCache<PostBase>({
    ttlMs: () => (linkStatus.weak ? UNRELIABLE_LIFETIME_MS : LIFETIME_MS),
    size: SIZE,
    sizeOf,
  });
  touched.onPost((postId) => cache.drop(postId));
  touched.onMember((userId) => cache.dropWhere((post) => shows(post, userId)));
  touched.onAnything(() => cache.clear());
  return cache;
}

/** Guests and members see different posts, and different comments on them. */
const postCaches = perApp((services) => ({ guests: createPostCache(services), members: createPostCache(services) }));

/** Returns the posts as guests see them, or as all members who see everything do. */
function fetchShared(services: Services, viewer: null | typeof anyMember, ids: readonly string[]) {
  const { guests, members } = postCaches(services);
  const cache = viewer === null ? guests : members;
  return cache.fetchMany(ids, (missing) => loadPostBases(services.readsNow, missing, viewer));
}

const inOrder = (ids: readonly string[], posts: ReadonlyMap<string, PostBase>) =>
  ids.flatMap((id) => posts.get(id) ?? []);

/**
 * Returns the posts as seen by members who see everything, and the viewer's state, which tells whether they do. Posts
 * for connections only are missing.
 */
export async function hydrateShared(services: Services, viewerId: string, ids: readonly string[]): Promise<Hydrated> {
  const posts = inOrder(ids, await fetchShared(services, anyMember, ids));
  return { posts, viewer: await loadViewer(services.readsNow, viewerId, posts) };
}

/**
 * Returns the posts as this viewer sees them. Posts for connections are not shared between members, and take one more
 * statement; so does a viewer who sees less than others.
 */
export async function hydrate(services: Services, viewerId: string | null, ids: readonly string[]): Promise<Hydrated> {
  const { readsNow } = services;
  if (viewerId === null) return { posts: inOrder(ids, await fetchShared(services, null, ids)), viewer: guest };
  const shared = await fetchShared(services, anyMember, ids);
  const others = ids.filter((id) => !shared.has(id));
  const own = others.length > 0 ? await loadPostBases(readsNow, others, viewerId) : [];
  const posts = inOrder(ids, new Map([...shared, ...own]));
  const viewer = await loadViewer(readsNow, viewerId, posts);
  if (!viewer.seesLess) return { posts, viewer };
  return { posts: inOrder(ids, await loadPostBases(readsNow, ids, viewerId)), viewer };
}
