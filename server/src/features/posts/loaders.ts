/** Loaders that other features may use for one post or a list of posts. */
import { type Post, post } from '@afterhours/contract/posts/posts';
import type { Services } from '#services.ts';
import { readAsGuest } from './page/post-page.ts';
import { parseUncovered } from './page/uncovered.ts';
import { postJson } from './read/list-posts.ts';

export { addLikes, type Hydrated, hydrateShared, loadSharedPosts } from './read/hydrate.ts';
export {
  countOthersInFeed,
  type IdRow,
  listPage,
  listPosts,
  type PostList,
  postsJson,
  type Skeleton,
  selectSkeleton,
  wantsLikes,
} from './read/list-posts.ts';

/** Returns a post as a viewer sees it; throws a 404 if it is not visible to them. */
export const requirePostView = async (services: Services, viewerId: string | null, postId: string): Promise<Post> =>
  post.parse(JSON.parse(await postJson(services, viewerId, postId)));

export { cardMarkup } from './page/card-markup.ts';
export { breadcrumbs } from './page/linked-data.ts';
export { embeddedPost, laterInList, postInList, shownInList, titleOf } from './page/post-markup.ts';
export { previewOfPost } from './page/post-page.ts';
export { textMarkup } from './page/text-markup.ts';
export { parseAllUncovered } from './page/uncovered.ts';

/** Returns a post as guests see it, or null if it is not visible to them. */
export async function findPostForGuests(services: Services, postId: string): Promise<Post | null> {
  const json = await readAsGuest(services, postId);
  return json === null ? null : parseUncovered(json);
}
