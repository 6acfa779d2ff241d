/**
 * Every list of posts, and the single post, in four steps. The skeleton says which posts are on the page; hydrate loads
 * them and what the viewer has done with them; the rules say what the viewer gets of each; present writes the JSON.
 */
import { postMessages } from '@afterhours/contract/posts';
import { notFound } from '#http/errors/errors.ts';
import { perApp } from '#per-app.ts';
import type { Services } from '#services.ts';
import { createHydrate, type Hydrated } from './hydrate.ts';
import type { PostBase } from './post-base.ts';
import { present } from './present.ts';
import { applyRules } from './rules.ts';
import { guest } from './viewer-state.ts';

/** The ids of a page in order, and the fields beside the list in the answer. */
export type Skeleton<B extends object = object> = { ids: readonly string[]; beside: B };

/** The second step, with the posts that the application has cached. */
export const hydrate = perApp(createHydrate);

/** The third and fourth step. */
export const toJsonList = (hydrated: Hydrated): string => `[${present(applyRules(hydrated)).join(',')}]`;

/** All four; returns the JSON of the list, and the fields beside it. */
export async function listPosts<B extends object>(
  services: Services,
  viewerId: string | null,
  skeleton: Promise<Skeleton<B>>,
): Promise<{ json: string } & B> {
  const { ids, beside } = await skeleton;
  return { json: toJsonList(await hydrate(services)(ids, viewerId)), ...beside };
}

/** Returns the JSON of a post that the viewer has just made. */
export const toJsonPost = (post: PostBase, viewerId: string): string =>
  present(applyRules({ posts: [post], viewer: { ...guest, id: viewerId } })).join('');

/** Returns the JSON of one post; throws a 404 when it is not visible to the viewer. */
export async function getPost(services: Services, viewerId: string | null, postId: string): Promise<string> {
  const [json] = present(applyRules(await hydrate(services)([postId], viewerId)));
  if (json === undefined) throw notFound(postMessages.notFound);
  return json;
}
