/** First step of a list of posts: the ids of its page, and the cursor of the next. One function for each list. */
import type { PostListQuery } from '@afterhours/contract/feed';
import { type CursorKey, type PageStart, pageStart, toPage } from '#db/statements/keyset.ts';
import type { Skeleton } from '#features/posts/loaders.ts';
import type { Services } from '#services.ts';
import { selectNetworkPostIds } from './network-queries.ts';
import { filtersOf, type Order, orders } from './orders.ts';
import { type IdRow, selectBookmarkedPostIds, selectPostIds } from './queries.ts';
import { loadRankedRows, rankedShape } from './ranked.ts';
import type { Snapshots } from './snapshots.ts';

/** The fields beside a list. */
export type Paged = { page: number | null; limit: number; nextCursor: string | null };

type Rows = (start: PageStart) => Promise<IdRow[]>;

async function toSkeleton(
  list: Pick<Order, 'name' | 'shape'>,
  query: PostListQuery,
  rows: Rows,
): Promise<Skeleton<Paged>> {
  const start = pageStart(list.name, list.shape, query);
  const { items, ...beside } = toPage(list.name, await rows(start), start, (row): CursorKey => row.key);
  return { ids: items.map((row) => row.id), beside };
}

/** Pages without a viewer are loaded from the primary: members who have just written share them with others. */
const readsFor = ({ reads, readsNow }: Services, viewerId: string | null) => (viewerId === null ? readsNow : reads);

export const latest = (services: Services, viewerId: string | null, query: PostListQuery): Promise<Skeleton<Paged>> =>
  toSkeleton(orders.latest, query, (start) =>
    selectPostIds(readsFor(services, viewerId), orders.latest, { filters: filtersOf(query), viewerId }, start),
  );

export const ranked = (
  services: Services,
  viewerId: string | null,
  query: PostListQuery,
  { order, snapshots }: { order: Order; snapshots: Snapshots },
): Promise<Skeleton<Paged>> => {
  const ranking = { order, filters: filtersOf(query) };
  const request = { db: readsFor(services, viewerId), snapshots, ranking, viewerId };
  return toSkeleton({ name: order.name, shape: rankedShape }, query, (start) => loadRankedRows(request, start));
};

export const network = (services: Services, viewerId: string, query: PostListQuery): Promise<Skeleton<Paged>> =>
  toSkeleton(orders.latest, query, (start) => selectNetworkPostIds(services.reads, viewerId, filtersOf(query), start));

/** The member's own bookmarks, those of their network's posts only with `ofNetwork`; a guest has none. */
export const bookmarked = (
  services: Services,
  viewerId: string | null,
  query: PostListQuery,
  ofNetwork = false,
): Promise<Skeleton<Paged>> =>
  toSkeleton(orders.bookmarked, query, async (start) =>
    viewerId === null
      ? []
      : selectBookmarkedPostIds(services.reads, viewerId, { filters: filtersOf(query), network: ofNetwork }, start),
  );
