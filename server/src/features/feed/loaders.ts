/** Lists of posts for other features. */
import type { PostListQuery } from '@afterhours/contract/feed';
import { listPage } from '#features/posts/loaders.ts';
import type { Services } from '#services.ts';
import { filtersOf } from './filters.ts';
import { latestList } from './queries.ts';

export { type FeedFilters, filtersOf, listedWith, networkMemberIds } from './filters.ts';
export { orderBy, selectPage, startId } from './orders.ts';

/** Returns one page of posts as the viewer sees it, newest first; `json` contains the posts. */
export const listLatest = (
  services: Services,
  viewerId: string | null,
  query: PostListQuery,
  filters = filtersOf(query),
) => listPage(services, viewerId, latestList(services.reads, viewerId, filters), query);

/** Returns a member's newest posts as a guest sees them. */
export const listNewestOf = (services: Services, userId: string, limit: number) =>
  listLatest(services, null, { limit, userId, likes: 'false' });
