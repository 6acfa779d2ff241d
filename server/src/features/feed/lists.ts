/** The lists of posts, an entry each. Each returns the first step of a page: its ids, and the cursor of the next. */
import { POPULAR_POSTS, type PostListQuery } from '@afterhours/contract/feed';
import { type PageStart, pageStart, toPage } from '#db/statements/keyset.ts';
import { isOneMember, type Viewer } from '#db/statements/viewers.ts';
import type { Skeleton } from '#features/posts/loaders.ts';
import type { Services } from '#services.ts';
import { selectNetworkPostIds } from './network-queries.ts';
import { filtersOf, type Order, orders } from './orders.ts';
import { type IdRow, selectBookmarkedPostIds, selectMostEngagedPostIds, selectPostIds } from './queries.ts';
import { rankedShape, selectRankedPage } from './ranked.ts';
import type { Snapshots } from './snapshots.ts';

/** The fields beside the posts of a page. */
export type Paged = { page: number | null; limit: number; nextCursor: string | null };

async function pageOf(
  { name, shape }: Pick<Order, 'name' | 'shape'>,
  query: PostListQuery,
  select: (start: PageStart) => Promise<IdRow[]>,
): Promise<Skeleton<Paged>> {
  const start = pageStart(name, shape, query);
  const { items, ...beside } = toPage(name, await select(start), start, (row) => row.key);
  return { ids: items.map((row) => row.id), beside };
}

export function createLists({ reads, readsNow }: Services, snapshots: Snapshots) {
  /** Pages that viewers share are loaded from the primary: members who have just written share them with others. */
  const readsFor = (viewer: Viewer) => (isOneMember(viewer) ? reads : readsNow);

  const ranked = (order: Order) => (viewer: Viewer, query: PostListQuery) => {
    const ranking = { order, filters: filtersOf(query) };
    return pageOf({ ...order, shape: rankedShape }, query, (start) =>
      selectRankedPage({ db: readsFor(viewer), snapshots, ranking, viewer }, start),
    );
  };

  return {
    popular: ranked(orders.popular),
    topRated: ranked(orders.topRated),
    latest: (viewer: Viewer, query: PostListQuery) =>
      pageOf(orders.latest, query, (start) =>
        selectPostIds(readsFor(viewer), viewer, { order: orders.latest, filters: filtersOf(query) }, start),
      ),
    network: (viewerId: string, query: PostListQuery) =>
      pageOf(orders.latest, query, (start) => selectNetworkPostIds(reads, viewerId, filtersOf(query), start)),
    /** The member's own bookmarks, those of their network's posts only with `network`; a guest has none. */
    bookmarked: (viewerId: string | null, query: PostListQuery, network = false) =>
      pageOf(orders.bookmarked, query, async (start) =>
        viewerId === null
          ? []
          : selectBookmarkedPostIds(reads, viewerId, { filters: filtersOf(query), network }, start),
      ),
    mostEngaged: async (viewerId: string | null) => ({
      ids: await selectMostEngagedPostIds(reads, viewerId, POPULAR_POSTS),
      beside: {},
    }),
  };
}
