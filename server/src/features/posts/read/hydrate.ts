/** Second step of a list of posts: the posts and the viewer's state for the ids of a page. One statement each. */
import { createCache } from '#cache.ts';
import type { Services } from '#services.ts';
import { loadPostBases, type PostBase } from './post-base.ts';
import { guest, loadViewer, type Viewer } from './viewer-state.ts';

/** In the order of the ids; deleted posts are missing, and those hidden from this viewer. */
export type Hydrated = { posts: readonly PostBase[]; viewer: Viewer };

export type Hydrate = (ids: readonly string[], viewerId: string | null) => Promise<Hydrated>;

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

/** The cache of posts saves the statement that loads them, with authors, likes and comments: it is the costliest. */
export function createHydrate({ readsNow, linkStatus, touched }: Services): Hydrate {
  const cache = createCache<PostBase>({
    ttlMs: () => (linkStatus.weak ? UNRELIABLE_LIFETIME_MS : LIFETIME_MS),
    size: SIZE,
    sizeOf,
  });
  touched.onPost((postId) => cache.drop(postId));
  touched.onMember((userId) => cache.dropWhere((post) => names(post, userId)));
  touched.onAnything(() => cache.clear());

  return async (ids, viewerId) => {
    const found = await cache.fetchMany(ids, (missing) => loadPostBases(readsNow, missing, null));
    const posts = ids.flatMap((id) => found.get(id) ?? []);
    if (viewerId === null) return { posts, viewer: guest };
    const viewer = await loadViewer(readsNow, viewerId, posts);
    if (!viewer.seesLess) return { posts, viewer };
    const theirs = await loadPostBases(readsNow, ids, viewerId);
    return { posts: ids.flatMap((id) => theirs.get(id) ?? []), viewer };
  };
}
