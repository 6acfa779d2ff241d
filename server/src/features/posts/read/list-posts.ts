/**
 * Every list of posts, and the single post, in four steps. The skeleton selects the ids on the page; hydrate loads the
 * posts and what the viewer has done with them; the rules decide what the viewer gets of each; present writes the JSON.
 * What this costs for each list is explained in `feed/routes.ts`.
 */
import type { Paging } from '@afterhours/contract/base/paging';
import { postMessages } from '@afterhours/contract/posts/posts';
import { type CursorKey, type KeyShape, type PageStart, pageStart, toPage } from '#db/statements/keyset.ts';
import { notFound } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';
import { addLikes, type Hydrated, hydrate } from './hydrate.ts';
import type { PostBase } from './post-base.ts';
import { applyRules, present } from './present.ts';
import { guest } from './viewer-state.ts';

/** The ids of a page in order, and the paging fields of the response. */
export type Skeleton = {
  ids: readonly string[];
  paging: { page: number | null; limit: number; nextCursor: string | null };
};

/** `key` is the post's position in the list, for the cursor. */
export type IdRow = { id: string; key: CursorKey };

/**
 * A list of posts as one viewer sees it. `name` and `shape` are those of its cursors; `select` returns the rows of a
 * page, plus one if there is a next page.
 */
export type PostList = { name: string; shape: KeyShape; select: (start: PageStart) => Promise<IdRow[]> };

/** The first step: each list has its own statement for it. */
export async function selectSkeleton({ name, shape, select }: PostList, query: Paging): Promise<Skeleton> {
  const start = pageStart(name, shape, query);
  const { items, ...paging } = toPage(name, await select(start), start, ({ key }) => key);
  return { ids: items.map(({ id }) => id), paging };
}

/** The third and fourth steps. */
export const postsJson = (hydrated: Hydrated, inFeed = false): string => `[${present(hydrated, inFeed).join()}]`;

/**
 * `inFeed`: a personal feed leaves out what the viewer has muted, so its pages may have fewer posts. `likes`: whether
 * the posts include who likes them.
 */
type ListOptions = { inFeed?: boolean; likes?: boolean };

/** The steps after the first: returns the posts with these ids as JSON. */
export async function listPosts(
  services: Services,
  viewerId: string | null,
  ids: readonly string[],
  { inFeed = false, likes = false }: ListOptions = {},
): Promise<string> {
  const hydrated = await hydrate(services, viewerId, ids);
  return postsJson(likes ? await addLikes(services, hydrated) : hydrated, inFeed);
}

type LikesQuery = { likes?: string | undefined };

/** Whether a call wants the posts with who likes them. */
export const wantsLikes = ({ likes }: LikesQuery): boolean => likes !== 'false';

/** Returns one page of a list: all four steps. */
export async function listPage(
  services: Services,
  viewerId: string | null,
  list: PostList,
  query: Paging & LikesQuery,
  { inFeed = false }: Pick<ListOptions, 'inFeed'> = {},
) {
  const { ids, paging } = await selectSkeleton(list, query);
  return { json: await listPosts(services, viewerId, ids, { inFeed, likes: wantsLikes(query) }), ...paging };
}

/** Returns how many posts by others among these a viewer would see in a feed. */
export async function countOthersInFeed(services: Services, viewerId: string, ids: readonly string[]): Promise<number> {
  const shown = applyRules(await hydrate(services, viewerId, ids), true);
  return shown.filter(({ post }) => post.authorId !== viewerId).length;
}

/** Returns the JSON of one post, and the rule by which it is held. Throws a 404 if the viewer does not see the post. */
export async function loadPostJson(services: Services, viewerId: string | null, postId: string) {
  const hydrated = await addLikes(services, await hydrate(services, viewerId, [postId]));
  const [[json], [post]] = [present(hydrated), hydrated.posts];
  if (json === undefined) throw notFound(postMessages.notFound);
  return { json, heldRule: post?.heldRule ?? null };
}

export const postJson = async (services: Services, viewerId: string | null, postId: string): Promise<string> =>
  (await loadPostJson(services, viewerId, postId)).json;

/** Returns the JSON of a post that the viewer has just created. */
export const newPostJson = (post: PostBase, viewerId: string): string =>
  present({ posts: [post], viewer: { ...guest, id: viewerId } }).join();
