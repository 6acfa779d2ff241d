/**
 * Lists that are the same for all who see everything: their skeletons are cached for a second, and the whole answer for
 * those who have done nothing with its posts. Members who see less, or have just posted, get a skeleton of their own.
 */
import { createCache } from '#cache.ts';
import { firstIdAt } from '#db/statements/id.ts';
import { postDeleted, postSaved } from '#features/posts/events.ts';
import { type Hydrated, hydrate, listPosts, type Skeleton, toJsonList } from '#features/posts/loaders.ts';
import { toAnswer } from '#http/bind.ts';
import { KeptText } from '#http/body/compression.ts';
import type { Services } from '#services.ts';
import type { Paged } from './skeleton.ts';

/** Saves the skeleton's statements. */
const LIFETIME_MS = 1_000;
const LISTS = 1_000;
/** Own posts of this age may be missing from a cached skeleton: clocks and commits may be behind. */
const OWN_MS = 15_000;

type SharedList = Skeleton<Paged> & {
  newerThan: string;
  /** The answer, and the posts as they were in it. Saves writing and compressing it for each caller. */
  kept: { posts: Hydrated['posts']; answer: KeptText } | null;
};

/** Whether a viewer gets these posts as any member does who has done nothing with them. */
const isUntouched = ({ posts, viewer }: Hydrated): boolean =>
  viewer.id !== null &&
  viewer.states.size === 0 &&
  viewer.likedComments.size === 0 &&
  posts.every((post) => post.authorId !== viewer.id);

function keptAnswer(list: SharedList, hydrated: Hydrated): KeptText {
  const { posts } = hydrated;
  const known = list.kept;
  if (known?.posts.length === posts.length && known.posts.every((post, place) => post === posts[place]))
    return known.answer;
  const answer = new KeptText(toAnswer({ json: toJsonList(hydrated), ...list.beside }));
  list.kept = { posts, answer };
  return answer;
}

/** Whether a viewer has just posted something that the list may lack but theirs must show. */
const mayLackOwn = ({ ids, newerThan }: SharedList, { viewer: { newestOwn } }: Hydrated): boolean =>
  newestOwn !== null && newestOwn > newerThan && !ids.includes(newestOwn);

export function createSharedLists(services: Services) {
  const cache = createCache<SharedList>({ ttlMs: () => LIFETIME_MS, size: LISTS });
  services.events.after(postSaved, () => cache.clear());
  services.events.after(postDeleted, () => cache.clear());
  services.touched.onAnything(() => cache.clear());

  async function load(skeletonFor: (viewerId: null) => Promise<Skeleton<Paged>>): Promise<SharedList> {
    const newerThan = firstIdAt(new Date(Date.now() - OWN_MS));
    return { ...(await skeletonFor(null)), newerThan, kept: null };
  }

  /** `name` is different for each list and page; `skeletonFor` returns the skeleton as a viewer sees it. */
  return async (
    viewerId: string | null,
    name: string,
    skeletonFor: (viewerId: string | null) => Promise<Skeleton<Paged>>,
  ) => {
    const list = await cache.fetch(name, () => load(skeletonFor));
    const hydrated = await hydrate(services)(list.ids, viewerId);
    if (hydrated.viewer.seesLess || mayLackOwn(list, hydrated))
      return listPosts(services, viewerId, skeletonFor(viewerId));
    return isUntouched(hydrated) ? keptAnswer(list, hydrated) : { json: toJsonList(hydrated), ...list.beside };
  };
}
