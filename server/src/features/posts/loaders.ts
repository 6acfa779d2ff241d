/** The posts that other features may load: one, or a page of them. */
import { type Post, postMessages } from '@afterhours/contract/posts';
import type { Db } from '#db/connection/pool.ts';
import { aroundBody } from '#http/body/answers.ts';
import type { JsonText } from '#http/body/pieces.ts';
import { notFound } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';
import { loadPostsByIds } from './read/exact-posts.ts';
import { buildSharedPage, type Room, readPostPage, type SharedPageText } from './read/post-pages.ts';

/** Returns posts in the order of `ids`, all of which the viewer may see, as the JSON text of a list. */
export const loadPostPage = (services: Services, ids: readonly string[], viewerId: string | null): Promise<JsonText> =>
  readPostPage(services, ids, viewerId);

export type { Room, SharedPageText };

/**
 * Returns a page that is the same for all who see everything, as complete answers. `beside` has the fields beside the
 * list; `room` limits the cached texts, if any may be cached.
 */
export function preparePage(
  services: Services,
  ids: readonly string[],
  { beside, newerThan }: { beside: object; newerThan: string },
  room: Room = { bytes: 0 },
): SharedPageText {
  const { before, after } = aroundBody(beside);
  return buildSharedPage(services, ids, { before, after, newerThan }, room);
}

/** Returns one post as a viewer sees it; throws a 404 when it is not visible to them. */
export async function requirePostView(db: Db, viewerId: string | null, postId: string): Promise<Post> {
  const [post] = await loadPostsByIds(db, [postId], viewerId);
  if (!post) throw notFound(postMessages.notFound);
  return post;
}
