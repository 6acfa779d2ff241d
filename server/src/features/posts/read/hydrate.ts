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

/** The text includes the ids of all members whom the post shows: its author, and the authors of likes and comments. */
const textOf = ({ jsonStart, comments }: PostBase): string =>
  [jsonStart, ...comments.map((comment) => comment.jsonStart)].join();

/**
 * Returns a function that loads posts as they look to guests (null), or to members who see everything, and caches them.
 * Saves the costliest statement: posts with their authors, likes and comments.
 */
function createSharedLoad({ linkStatus, readsNow, touched }: Services, viewer: null | typeof anyMember) {
  const cache = createCache<PostBase>({
    ttlMs: () => (linkStatus.weak ? UNRELIABLE_LIFETIME_MS : LIFETIME_MS),
    size: SIZE,
    sizeOf: (post) => textOf(post).length,
  });
  touched.onPost((postId) => cache.drop(postId));
  touched.onMember((userId) => cache.dropWhere((post) => textOf(post).includes(userId)));
  touched.onAnything(() => cache.clear());
  return (ids: readonly string[]) => cache.fetchMany(ids, (missing) => loadPostBases(readsNow, missing, viewer));
}

const sharedLoads = perApp((services) => ({
  loadForGuests: createSharedLoad(services, null),
  loadForMembers: createSharedLoad(services, anyMember),
}));

const inOrder = (ids: readonly string[], posts: ReadonlyMap<string, PostBase>) =>
  ids.flatMap((id) => posts.get(id) ?? []);

/**
 * Returns the posts as members who see everything see them, and the viewer's state, which tells whether they do. Posts
 * for connections only are missing.
 */
export async function hydrateShared(services: Services, viewerId: string, ids: readonly string[]): Promise<Hydrated> {
  const posts = inOrder(ids, await sharedLoads(services).loadForMembers(ids));
  return { posts, viewer: await loadViewer(services.readsNow, viewerId, posts) };
}

/**
 * Returns the posts as this viewer sees them. Posts for connections are not shared between members, and take one more
 * statement; so does a viewer who sees less than others.
 */
export async function hydrate(services: Services, viewerId: string | null, ids: readonly string[]): Promise<Hydrated> {
  const { readsNow } = services;
  const { loadForGuests, loadForMembers } = sharedLoads(services);
  if (viewerId === null) return { posts: inOrder(ids, await loadForGuests(ids)), viewer: guest };
  const shared = await loadForMembers(ids);
  const others = ids.filter((id) => !shared.has(id));
  const own = others.length > 0 ? await loadPostBases(readsNow, others, viewerId) : [];
  const posts = inOrder(ids, new Map([...shared, ...own]));
  const viewer = await loadViewer(readsNow, viewerId, posts);
  if (!viewer.seesLess) return { posts, viewer };
  return { posts: inOrder(ids, await loadPostBases(readsNow, ids, viewerId)), viewer };
}
