import * as contract from '@afterhours/contract/feed';
import { type CursorKey, type PageStart, pageStart, toPage } from '#db/keyset.ts';
import { loadPostsByIds } from '#features/posts/loaders.ts';
import { fieldProblem } from '#http/errors.ts';
import type { FeatureContext } from '#http/feature.ts';
import type { Services } from '#services.ts';
import { filtersOf, type Order, orders } from './orders.ts';
import {
  type IdRow,
  selectBookmarkedPostIds,
  selectMostEngagedPostIds,
  selectNetworkPostIds,
  selectPostIds,
} from './queries.ts';

type Query = contract.PostListQuery;
type Rows = (start: PageStart) => Promise<IdRow[]>;

/** A page of ids in an order, then everything about them: a constant number of statements. */
async function listPosts(services: Services, viewerId: string | null, query: Query, order: Order, rows: Rows) {
  const start = pageStart(order.name, order.parts, query);
  const { items, ...paging } = toPage(order.name, await rows(start), start, (row): CursorKey => row.key);
  const ids = items.map((row) => row.id);
  return { body: await loadPostsByIds(services.db, ids, viewerId), ...paging };
}

/** The own bookmarks: nobody's, when nobody is signed in. */
function listBookmarked(services: Services, viewerId: string | null, query: Query, network = false) {
  const list = { filters: filtersOf(query), network };
  return listPosts(services, viewerId, query, orders.bookmarked, async (start) =>
    viewerId === null ? [] : selectBookmarkedPostIds(services.db, viewerId, list, start),
  );
}

function listOrdered(services: Services, viewerId: string | null, query: Query, order: Order) {
  if (query.bookmark === 'true') return listBookmarked(services, viewerId, query);
  const list = { filters: filtersOf(query), viewerId };
  return listPosts(services, viewerId, query, order, (start) => selectPostIds(services.db, order, list, start));
}

export default function register({ bind, services }: FeatureContext): void {
  bind(contract.listFeed, ({ viewerId, query }) =>
    listOrdered(services, viewerId, query, query.sort === 'latest' ? orders.latest : orders.popular),
  );

  bind(contract.listTopRated, ({ viewerId, query }) => listOrdered(services, viewerId, query, orders.topRated));

  bind(contract.listUserPosts, ({ viewerId, query }) => {
    const userId = query.userId || viewerId;
    if (!userId) throw fieldProblem('userId', 'Please say whose posts: userId is needed when nobody is signed in.');
    const order = query.sort === 'popular' ? orders.popular : orders.latest;
    return listOrdered(services, viewerId, { ...query, userId }, order);
  });

  bind(contract.listPopularPosts, async ({ viewerId }) => {
    const ids = await selectMostEngagedPostIds(services.db, viewerId, contract.POPULAR_POSTS);
    return { body: await loadPostsByIds(services.db, ids, viewerId) };
  });

  bind(contract.listNetworkPosts, ({ viewerId, query }) => {
    if (query.bookmark === 'true') return listBookmarked(services, viewerId, query, true);
    const filters = filtersOf(query);
    return listPosts(services, viewerId, query, orders.latest, (start) =>
      selectNetworkPostIds(services.db, viewerId, filters, start),
    );
  });
}
