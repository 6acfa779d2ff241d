/** Lists of posts for other features. */
import type { PostListQuery } from '@afterhours/contract/feed';
import { listPosts, pageOf, wantsLikes } from '#features/posts/loaders.ts';
import type { Services } from '#services.ts';
import { filtersOf } from './filters.ts';
import { orders } from './orders.ts';
import { selectPostIds } from './queries.ts';

export { type Filters, filtersOf, listedWith, networkMemberIds } from './filters.ts';

/** Returns one page of posts as the viewer sees it, newest first; `json` contains the posts. */
export async function listLatest(
  services: Services,
  viewerId: string | null,
  query: PostListQuery,
  filters = filtersOf(query),
) {
  const list = { order: orders.latest, filters };
  const page = await pageOf(list.order, query, (start) => selectPostIds(services.reads, viewerId, list, start));
  return listPosts(services, viewerId, page, { likes: wantsLikes(query) });
}

/** Returns a member's newest posts as a guest sees them. */
export const listNewestOf = (services: Services, userId: string, limit: number) =>
  listLatest(services, null, { limit, userId, likes: 'false' });
