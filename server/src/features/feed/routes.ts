import { isId } from '@afterhours/contract/base/fields';
import * as contract from '@afterhours/contract/feed';
import { firstIdAt } from '#db/statements/id.ts';
import { postSaved } from '#features/posts/events.ts';
import { listPosts } from '#features/posts/loaders.ts';
import { fieldProblem } from '#http/errors/errors.ts';
import type { FeatureContext } from '#http/feature.ts';
import type { Services } from '#services.ts';
import { sweepSnapshots } from './jobs.ts';
import { noFilters, type Order, orders } from './orders.ts';
import { selectMostEngagedPostIds, selectNewPostsCount } from './queries.ts';
import { createSharedLists } from './shared-lists.ts';
import * as skeleton from './skeleton.ts';
import { deleteExpiredSnapshots } from './snapshot-queries.ts';
import { createSnapshots } from './snapshots.ts';

type Query = contract.PostListQuery;

/** The lists that are the same for many viewers. */
function createLists(services: Services) {
  const snapshots = createSnapshots(services);
  const listShared = createSharedLists(services);
  services.events.after(postSaved, () => snapshots.renew());
  const nameOf = (list: string, query: Query): string => JSON.stringify([list, query]);
  return {
    ranked(viewerId: string | null, query: Query, order: Order) {
      if (query.bookmark === 'true')
        return listPosts(services, viewerId, skeleton.bookmarked(services, viewerId, query));
      return listShared(viewerId, nameOf(order.name, query), (whose) =>
        skeleton.ranked(services, whose, query, { order, snapshots }),
      );
    },
    latest(viewerId: string | null, query: Query) {
      if (query.bookmark === 'true')
        return listPosts(services, viewerId, skeleton.bookmarked(services, viewerId, query));
      return listShared(viewerId, nameOf(orders.latest.name, query), (whose) =>
        skeleton.latest(services, whose, query),
      );
    },
  };
}

function bindNewCount({ bind, services }: FeatureContext): void {
  bind(contract.countNewPosts, async ({ viewerId, query }) => {
    const since = isId(query.since) ? query.since : firstIdAt(new Date(query.since));
    const filters = { ...noFilters, postType: query.postType || null, hashtags: query.hashtag ?? [] };
    const list = { filters, network: query.list === 'network', since };
    const count = await selectNewPostsCount(services.readsNow, viewerId, list, contract.MAX_NEW_COUNT + 1);
    return { body: { count: Math.min(count, contract.MAX_NEW_COUNT), more: count > contract.MAX_NEW_COUNT } };
  });
}

export default function register(context: FeatureContext): void {
  const { bind, services } = context;
  const lists = createLists(services);
  services.jobs.work(sweepSnapshots, () => deleteExpiredSnapshots(services.db));

  bind(contract.listFeed, ({ viewerId, query }) =>
    query.sort === 'latest' ? lists.latest(viewerId, query) : lists.ranked(viewerId, query, orders.popular),
  );

  bind(contract.listTopRated, ({ viewerId, query }) => lists.ranked(viewerId, query, orders.topRated));

  bindNewCount(context);

  bind(contract.listUserPosts, ({ viewerId, query }) => {
    const userId = query.userId || viewerId;
    if (!userId) throw fieldProblem('userId', contract.feedMessages.whosePosts);
    const theirs = { ...query, userId };
    return query.sort === 'popular' ? lists.ranked(viewerId, theirs, orders.popular) : lists.latest(viewerId, theirs);
  });

  bind(contract.listPopularPosts, async ({ viewerId }) => {
    const ids = selectMostEngagedPostIds(services.reads, viewerId, contract.POPULAR_POSTS);
    return listPosts(
      services,
      viewerId,
      ids.then((found) => ({ ids: found, beside: {} })),
    );
  });

  bind(contract.listNetworkPosts, ({ viewerId, query }) =>
    listPosts(
      services,
      viewerId,
      query.bookmark === 'true'
        ? skeleton.bookmarked(services, viewerId, query, true)
        : skeleton.network(services, viewerId, query),
    ),
  );
}
