/** The lists of posts. Each function returns the first step of a page: its ids and paging fields. */
import { POPULAR_POSTS, type PostListQuery } from '@afterhours/contract/feed';
import { anyMember, type Viewer } from '#db/statements/viewers.ts';
import { pageOf, type Skeleton } from '#features/posts/loaders.ts';
import type { Services } from '#services.ts';
import { filtersOf } from './filters.ts';
import { selectNetworkPostIds } from './network-queries.ts';
import { type Order, orders } from './orders.ts';
import { selectBookmarkedPostIds, selectMostEngagedPostIds, selectPostIds } from './queries.ts';
import { rankedShape, selectRankedPage } from './ranked.ts';
import type { Snapshots } from './snapshots.ts';

export function createLists({ reads, readsNow }: Services, snapshots: Snapshots) {
  return {
    /** Posts in one of the orders that all viewers share. */
    inOrder(order: Order, viewer: Viewer, query: PostListQuery): Promise<Skeleton> {
      // Members share pages with others who have just written something, so these are loaded from the primary.
      const db = viewer === anyMember ? readsNow : reads;
      const list = { order, filters: filtersOf(query) };
      if (order === orders.latest) return pageOf(order, query, (start) => selectPostIds(db, viewer, list, start));
      const ranked = { name: order.name, shape: rankedShape };
      return pageOf(ranked, query, (start) => selectRankedPage({ db, snapshots, list, viewer }, start));
    },
    network: (viewerId: string, query: PostListQuery): Promise<Skeleton> =>
      pageOf(orders.latest, query, (start) => selectNetworkPostIds(reads, viewerId, filtersOf(query), start)),
    /** The member's own bookmarks, restricted to their network's posts if `network` is true; none for a guest. */
    bookmarked: (viewerId: string | null, query: PostListQuery, network = false): Promise<Skeleton> =>
      pageOf(orders.bookmarked, query, async (start) =>
        viewerId === null
          ? []
          : selectBookmarkedPostIds(reads, viewerId, { filters: filtersOf(query), network }, start),
      ),
    /** The side list of a day's most engaged posts, not the sub-tab Popular. */
    mostEngaged: async (viewerId: string) => ({ ids: await selectMostEngagedPostIds(reads, viewerId, POPULAR_POSTS) }),
  };
}

export type Lists = ReturnType<typeof createLists>;
