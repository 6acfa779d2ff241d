/** The lists of posts, an entry each. Each returns the first step of a page: its ids, and the cursor of the next. */
import { POPULAR_POSTS, type PostListQuery } from '@afterhours/contract/feed';
import type { Db } from '#db/connection/pool.ts';
import { anyMember, type Viewer } from '#db/statements/viewers.ts';
import { type Paged, pageOf, type Skeleton } from '#features/posts/loaders.ts';
import type { Services } from '#services.ts';
import { filtersOf } from './filters.ts';
import { selectNetworkPostIds } from './network-queries.ts';
import { type Order, orders } from './orders.ts';
import { selectBookmarkedPostIds, selectMostEngagedPostIds, selectPostIds } from './queries.ts';
import { rankedShape, selectRankedPage } from './ranked.ts';
import type { Snapshots } from './snapshots.ts';

export const latest = (db: Db, viewer: Viewer, query: PostListQuery, filters = filtersOf(query)) =>
  pageOf(orders.latest, query, (start) => selectPostIds(db, viewer, { order: orders.latest, filters }, start));

export function createLists({ reads, readsNow }: Services, snapshots: Snapshots) {
  /** Pages that members share are loaded from the primary: those who have just written share them with others. */
  const readsFor = (viewer: Viewer) => (viewer === anyMember ? readsNow : reads);

  const ranked = (order: Order) => (viewer: Viewer, query: PostListQuery) => {
    const ranking = { order, filters: filtersOf(query) };
    return pageOf({ name: order.name, shape: rankedShape }, query, (start) =>
      selectRankedPage({ db: readsFor(viewer), snapshots, ranking, viewer }, start),
    );
  };

  return {
    popular: ranked(orders.popular),
    topRated: ranked(orders.topRated),
    latest: (viewer: Viewer, query: PostListQuery) => latest(readsFor(viewer), viewer, query),
    network: (viewerId: string, query: PostListQuery) =>
      pageOf(orders.latest, query, (start) => selectNetworkPostIds(reads, viewerId, filtersOf(query), start)),
    /** The member's own bookmarks, those of their network's posts only with `network`; a guest has none. */
    bookmarked: (viewerId: string | null, query: PostListQuery, network = false): Promise<Skeleton<Paged>> =>
      pageOf(orders.bookmarked, query, async (start) =>
        viewerId === null
          ? []
          : selectBookmarkedPostIds(reads, viewerId, { filters: filtersOf(query), network }, start),
      ),
    /** The side list of the best posts of a day, not the sub-tab Popular. */
    mostEngaged: async (viewerId: string | null) => ({
      ids: await selectMostEngagedPostIds(reads, viewerId, POPULAR_POSTS),
      beside: {},
    }),
  };
}
