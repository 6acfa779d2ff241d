import * as contract from '@afterhours/contract/feed';
import { pageStart, toPage } from '#db/keyset.ts';
import { loadPostsByIds } from '#features/posts/loaders.ts';
import { fieldProblem } from '#http/errors.ts';
import type { FeatureContext } from '#http/feature.ts';
import type { Services } from '#services.ts';
import { filtersOf, keyOf, orders, selectNetworkPostIds, selectPostIds } from './queries.ts';

type Query = contract.PostListQuery;
type OrderName = keyof typeof orders;

/** A page of ids in an order, then everything about them: a constant number of statements. */
async function listPosts(services: Services, viewerId: string | null, query: Query, orderName: OrderName) {
  const order = orders[orderName];
  const start = pageStart(order.name, order.parts, query);
  const rows = await selectPostIds(services.db, order, filtersOf(query, viewerId), start);
  const { items, ...paging } = toPage(order.name, rows, start, (row) => keyOf(order, row));
  return {
    body: await loadPostsByIds(
      services.db,
      items.map((row) => row.id),
      viewerId,
    ),
    ...paging,
  };
}

export default function register({ bind, services }: FeatureContext): void {
  bind(contract.listFeed, ({ viewerId, query }) =>
    listPosts(services, viewerId, query, query.sort === 'latest' ? 'latest' : 'popular'),
  );

  bind(contract.listTopRated, ({ viewerId, query }) => listPosts(services, viewerId, query, 'topRated'));

  bind(contract.listUserPosts, ({ viewerId, query }) => {
    const userId = query.userId || viewerId;
    if (!userId) throw fieldProblem('userId', 'Please say whose posts: userId is needed when nobody is signed in.');
    return listPosts(services, viewerId, { ...query, userId }, query.sort === 'popular' ? 'popular' : 'latest');
  });

  bind(contract.listNetworkPosts, async ({ viewerId, query }) => {
    const { latest } = orders;
    const start = pageStart(latest.name, latest.parts, query);
    const rows = await selectNetworkPostIds(services.db, viewerId, filtersOf(query, viewerId), start);
    const { items, ...paging } = toPage(latest.name, rows, start, (row) => keyOf(latest, row));
    return {
      body: await loadPostsByIds(
        services.db,
        items.map((row) => row.id),
        viewerId,
      ),
      ...paging,
    };
  });
}
