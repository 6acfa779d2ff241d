/** Lists of posts for other features. */
import type { PostListQuery } from '@afterhours/contract/feed';
import { listPosts } from '#features/posts/loaders.ts';
import type { Services } from '#services.ts';
import type { Filters } from './filters.ts';
import { latest } from './lists.ts';

export { type Filters, filtersOf, listedWith, networkMemberIds } from './filters.ts';

/** Returns one page of posts as the viewer sees it, newest first; `json` contains the posts. */
export const listLatest = async (
  services: Services,
  viewerId: string | null,
  query: PostListQuery,
  filters?: Filters,
) => listPosts(services, viewerId, await latest(services.reads, viewerId, query, filters));

/** Returns a member's newest posts as a guest sees them. */
export const listNewestOf = (services: Services, userId: string, limit: number) =>
  listLatest(services, null, { limit, userId });
