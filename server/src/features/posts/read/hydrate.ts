/**
 * Second step of a list of posts: loads the posts and the viewer's state for the ids of a page, with one statement
 * each.
 */
import { LIKES_SHOWN } from '@afterhours/contract/posts/posts';
import { createCache } from '#cache.ts';
import type { Db } from '#db/connection/pool.ts';
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

type Load<V> = (db: Db, ids: readonly string[]) => Promise<Map<string, V>>;

/** Returns a function that loads parts of posts by the posts' ids, and caches them until a post or member changes. */
function createSharedLoad<V extends object | string>(
  { linkStatus, readsNow, touched }: Services,
  load: Load<V>,
  toText: (value: V) => string,
) {
  const cache = createCache<V>({
    ttlMs: () => (linkStatus.weak ? UNRELIABLE_LIFETIME_MS : LIFETIME_MS),
    size: SIZE,
    sizeOf: (value) => toText(value).length,
  });
  touched.onPost((postId) => cache.drop(postId));
  touched.onMember((userId) => cache.dropWhere((value) => toText(value).includes(userId)));
  touched.onAnything(() => cache.clear());
  return (ids: readonly string[]) => cache.fetchMany(ids, (missing) => load(readsNow, missing));
}

/**
 * Posts as guests and members who see everything see them, and their likes. Saves the costliest statements: posts with
 * their authors and comments, and members who like them.
 */
const sharedLoads = perApp((services) => ({
  loadForGuests: createSharedLoad(services, (db, ids) => loadPostBases(db, ids, null), textOf),
  loadForMembers: createSharedLoad(services, (db, ids) => loadPostBases(db, ids, anyMember), textOf),
  loadLikes: createSharedLoad(services, (db, ids) => loadNewestLikes(db, ids, anyMember, LIKES_SHOWN), String),
}));

const inOrder = (ids: readonly string[], posts: ReadonlyMap<string, PostBase>) =>
  ids.flatMap((id) => posts.get(id) ?? []);

/** Returns those of these posts that all members share, by id. */
export const loadSharedPosts = (services: Services, ids: readonly string[]): Promise<Map<string, PostBase>> =>
  sharedLoads(services).loadForMembers(ids);

/** Adds the newest likes of the posts as the viewer sees them. */
export async function addLikes(services: Services, { posts, viewer }: Hydrated): Promise<Hydrated> {
  const ids = posts.map((post) => post.id);
  const seesAll = viewer.id !== null && !viewer.seesLess;
  const likes = seesAll
    ? await sharedLoads(services).loadLikes(ids)
    : await loadNewestLikes(services.readsNow, ids, viewer.id, LIKES_SHOWN);
  return { posts, viewer, likes };
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
 * statement; so does a viewer who sees less than others.
 */
export async function hydrate(services: Services, viewerId: string | null, ids: readonly string[]): Promise<Hydrated> {
  const { readsNow } = services;
  if (viewerId === null) return { posts: inOrder(ids, await sharedLoads(services).loadForGuests(ids)), viewer: guest };
  const shared = await loadSharedPosts(services, ids);
  const others = ids.filter((id) => !shared.has(id));
  const own = others.length > 0 ? await loadPostBases(readsNow, others, viewerId) : [];
  const posts = inOrder(ids, new Map([...shared, ...own]));
  const viewer = await loadViewer(readsNow, viewerId, posts);
  if (!viewer.seesLess) return { posts, viewer };
  return { posts: inOrder(ids, await loadPostBases(readsNow, ids, viewerId)), viewer };
}
