/** Lists of posts for other features. */
import { type PostListQuery, postListQuery } from '@afterhours/contract/feed';
import { pageStart, toPage } from '#db/statements/keyset.ts';
import { listPosts } from '#features/posts/loaders.ts';
import type { Services } from '#services.ts';
import { filtersOf, orders } from './orders.ts';
import { selectPostIds } from './queries.ts';

export { type Filters, filtersOf, listedWith, networkMemberIds } from './orders.ts';

/** Returns one page of posts as a viewer sees it, newest first; `json` has the posts. */
export async function listLatest(
  services: Services,
  viewerId: string | null,
  query: PostListQuery,
  filters = filtersOf(query),
) {
  const { name, shape } = orders.latest;
  const start = pageStart(name, shape, query);
  const ranking = { order: orders.latest, filters };
  const rows = await selectPostIds(services.reads, viewerId, ranking, start);
  const { items, ...beside } = toPage(name, rows, start, (row) => row.key);
  return listPosts(services, viewerId, { ids: items.map((row) => row.id), beside });
}

/** Returns the newest posts of a member as a guest gets them. */
export const listNewestOf = (services: Services, userId: string, limit: number) =>
  listLatest(services, null, { ...postListQuery.parse({ limit: String(limit) }), userId });
