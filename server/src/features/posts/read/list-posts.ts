/**
 * Every list of posts, and the single post, in four steps. The skeleton selects the ids on the page; hydrate loads the
 * posts and what the viewer has done with them; the rules decide what the viewer gets of each; present writes the JSON.
 * What this costs for each list is explained in `feed/routes.ts`.
 */
import type { Paging } from '@afterhours/contract/base/paging';
import { postMessages } from '@afterhours/contract/posts/posts';
import { notFound } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';
import { addLikes, type Hydrated, hydrate } from './hydrate.ts';
import type { PostBase } from './post-base.ts';
import { applyRules, present } from './present.ts';
import { type PostList, selectSkeleton } from './skeleton.ts';
import { guest } from './viewer-state.ts';

/** The third and fourth steps. */
export const postsJson = (hydrated: Hydrated, inFeed = false): string => `[${present(hydrated, inFeed).join()}]`;

/**
 * `inFeed`: a personal feed leaves out what the viewer has muted, so its pages may have fewer posts. `likes`: whether
 * the posts include who likes them.
 */
type ListOptions = { inFeed?: boolean; likes?: boolean };

/** Runs the steps after the skeleton; returns the posts as JSON, and the skeleton's paging fields. */
export async function listPosts<S extends { ids: readonly string[] }>(
  services: Services,
  viewerId: string | null,
  { ids, ...paging }: S,
  { inFeed = false, likes = false }: ListOptions = {},
) {
  const hydrated = await hydrate(services, viewerId, ids);
  return { json: postsJson(likes ? await addLikes(services, hydrated) : hydrated, inFeed), ...paging };
}

type LikesQuery = { likes?: string | undefined };

/** Whether a call wants the posts with who likes them. */
export const wantsLikes = ({ likes }: LikesQuery): boolean => likes !== 'false';

/** Returns one page of a list: all four steps. */
export const listPage = async (
  services: Services,
  viewerId: string | null,
  list: PostList,
  query: Paging & LikesQuery,
  { inFeed = false }: Pick<ListOptions, 'inFeed'> = {},
) => listPosts(services, viewerId, await selectSkeleton(list, query), { inFeed, likes: wantsLikes(query) });

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
