/** Second step of a list of posts: the posts and the viewer's state for the ids of a page. One statement each. */
import { createCache } from '#cache.ts';
import { anyMember } from '#db/statements/viewers.ts';
import { perApp } from '#per-app.ts';
import type { Services } from '#services.ts';
import { loadPostBases, type PostBase } from './post-base.ts';
import { guest, loadViewer, type Viewer } from './viewer-state.ts';

/** In the order of the ids; those of deleted and hidden posts are missing. */
export type Hydrated = { posts: readonly PostBase[]; viewer: Viewer };

/** Posts stay this long while broadcasts arrive, and otherwise. */
const LIFETIME_MS = 20_000;
const UNRELIABLE_LIFETIME_MS = 1_000;
/** In characters: some 8,000 posts. */
const SIZE = 24 * 1024 * 1024;

const sizeOf = ({ json, comments }: PostBase): number =>
  comments.reduce((sum, comment) => sum + comment.json.length, json.length);

/** Whether a member is named in a post: as its author, or as the author of a like or comment. */
const names = ({ json, comments }: PostBase, userId: string): boolean =>
  json.includes(userId) || comments.some((comment) => comment.json.includes(userId));

/** Saves the statement that loads posts with authors, likes and comments: it is the costliest. */
function createPostCache({ linkStatus, touched }: Services) {
  const cache = createCache<PostBase>({
    ttlMs: () => (linkStatus.weak ? UNRELIABLE_LIFETIME_MS : LIFETIME_MS),
    size: SIZE,
    sizeOf,
  });
  touched.onPost((postId) => cache.drop(postId));
  touched.onMember((userId) => cache.dropWhere((post) => names(post, userId)));
  touched.onAnything(() => cache.clear());
  return cache;
}

/** Guests and members see different posts, and different comments below them. */
const postCaches = perApp((services) => ({ guests: createPostCache(services), members: createPostCache(services) }));

/** Returns the posts as all see them who see everything that guests, or members, may see. */
function fetchShared(services: Services, viewerId: string | null, ids: readonly string[]) {
  const { guests, members } = postCaches(services);
  const [cache, viewer] = viewerId === null ? [guests, null] : ([members, anyMember] as const);
  return cache.fetchMany(ids, (missing) => loadPostBases(services.readsNow, missing, viewer));
}

const inOrder = (ids: readonly string[], found: ReadonlyMap<string, PostBase>) =>
  ids.flatMap((id) => found.get(id) ?? []);

async function withViewer({ readsNow }: Services, viewerId: string | null, posts: PostBase[]): Promise<Hydrated> {
  return { posts, viewer: viewerId === null ? guest : await loadViewer(readsNow, viewerId, posts) };
}

/**
 * Returns the posts as those see them who see everything, and the viewer's state, which says whether they do. Posts for
 * connections are missing.
 */
export async function hydrateShared(
  services: Services,
  viewerId: string | null,
  ids: readonly string[],
): Promise<Hydrated> {
  return withViewer(services, viewerId, inOrder(ids, await fetchShared(services, viewerId, ids)));
}

/**
 * Returns the posts as this viewer sees them: one statement more for those that members do not share, because they are
 * for connections, and one more for members who see less than others.
 */
export async function hydrate(services: Services, viewerId: string | null, ids: readonly string[]): Promise<Hydrated> {
  const { readsNow } = services;
  const shared = await fetchShared(services, viewerId, ids);
  const others = viewerId === null ? [] : ids.filter((id) => !shared.has(id));
  const own = others.length > 0 ? await loadPostBases(readsNow, others, viewerId) : [];
  const { posts, viewer } = await withViewer(services, viewerId, inOrder(ids, new Map([...shared, ...own])));
  if (!viewer.seesLess) return { posts, viewer };
  return { posts: inOrder(ids, await loadPostBases(readsNow, ids, viewerId)), viewer };
}
