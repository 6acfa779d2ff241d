/** The lists of posts. Each entry returns the first step of a page: its ids, and the cursor of the next page. */
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
  /**
   * Shared pages are loaded from the primary, because a member who has just written something shares them with others.
   */
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
    /** The member's own bookmarks, restricted to their network's posts if `network` is true; none for a guest. */
    bookmarked: (viewerId: string | null, query: PostListQuery, network = false): Promise<Skeleton<Paged>> =>
      pageOf(orders.bookmarked, query, async (start) =>
        viewerId === null
          ? []
          : selectBookmarkedPostIds(reads, viewerId, { filters: filtersOf(query), network }, start),
      ),
    /** The side list of a day's most engaged posts, not the sub-tab Popular. */
    mostEngaged: async (viewerId: string | null) => ({
      ids: await selectMostEngagedPostIds(reads, viewerId, POPULAR_POSTS),
      beside: {},
    }),
  };
}
