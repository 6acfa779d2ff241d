import { isId } from '@afterhours/contract/base/fields';
import * as contract from '@afterhours/contract/feed';
import { firstIdAt } from '#db/statements/id.ts';
import { type CursorKey, type PageStart, pageStart, toPage } from '#db/statements/keyset.ts';
import { postSaved } from '#features/posts/events.ts';
import { loadPostPage } from '#features/posts/loaders.ts';
import { fieldProblem } from '#http/errors/errors.ts';
import type { FeatureContext } from '#http/feature.ts';
import type { Services } from '#services.ts';
import { sweepSnapshots } from './jobs.ts';
import { selectNetworkPostIds } from './network-queries.ts';
import { createNetworks } from './networks.ts';
import { filtersOf, isUnfiltered, noFilters, type Order, orders } from './orders.ts';
import {
  type IdRow,
  selectBookmarkedPostIds,
  selectMostEngagedPostIds,
  selectNewPostsCount,
  selectPostIds,
} from './queries.ts';
import { readRankedPage } from './ranked.ts';
import { createSharedPages, type SharedPages } from './shared-pages.ts';
import { deleteExpiredSnapshots } from './snapshot-queries.ts';
import { createSnapshots } from './snapshots.ts';

type Query = contract.PostListQuery;
const idsOf = (rows: readonly IdRow[]): string[] => rows.map((row) => row.id);

type Rows = (start: PageStart) => Promise<IdRow[]>;

/** Loads a page of ids in an order, then the posts: a constant number of statements. */
async function listPosts(services: Services, viewerId: string | null, query: Query, order: Order, rows: Rows) {
  const start = pageStart(order.name, order.shape, query);
  const { items, ...paging } = toPage(order.name, await rows(start), start, (row): CursorKey => row.key);
  return { rawBody: await loadPostPage(services, idsOf(items), viewerId), ...paging };
}

/** The member's own bookmarks; a guest has none. */
function listBookmarked(services: Services, viewerId: string | null, query: Query, network = false) {
  const list = { filters: filtersOf(query), network };
  return listPosts(services, viewerId, query, orders.bookmarked, async (start) =>
    viewerId === null ? [] : selectBookmarkedPostIds(services.reads, viewerId, list, start),
  );
}

/** A page of ids as a viewer sees it, with the fields beside it. */
type IdsFor = (viewerId: string | null) => Promise<ReturnType<typeof toPage<IdRow>>>;

/** Shared pages are loaded from the primary, because members who have just written share them with others. */
const readsFor = ({ reads, readsNow }: Services, whose: string | null) => (whose === null ? readsNow : reads);

/** A list without a filter that depends on the viewer: members who see everything get the shared page. */
async function listShared(
  { services, pages }: { services: Services; pages: SharedPages },
  viewerId: string | null,
  question: { list: string; query: Query },
  idsFor: IdsFor,
) {
  const read = async (whose: string | null) => {
    const { items, ...beside } = await idsFor(whose);
    return { ids: idsOf(items), beside };
  };
  if (viewerId !== null) {
    const ready = await pages.read(JSON.stringify(question), viewerId, question.query.limit, () => read(null));
    if (ready) return { ready };
  }
  const { ids, beside } = await read(viewerId);
  return { rawBody: await loadPostPage(services, ids, viewerId), ...beside };
}

/** The lists of posts that many viewers share. */
function createLists(services: Services) {
  const snapshots = createSnapshots(services);
  const pages = createSharedPages(services);
  services.events.after(postSaved, () => snapshots.renew());
  return {
    ranked(viewerId: string | null, query: Query, order: Order) {
      if (query.bookmark === 'true') return listBookmarked(services, viewerId, query);
      const ranking = { order, filters: filtersOf(query) };
      return listShared({ services, pages }, viewerId, { list: order.name, query }, (whose) =>
        readRankedPage({ db: readsFor(services, whose), snapshots, ranking, viewerId: whose }, query),
      );
    },
    latest(viewerId: string | null, query: Query) {
      if (query.bookmark === 'true') return listBookmarked(services, viewerId, query);
      const { name, shape } = orders.latest;
      return listShared({ services, pages }, viewerId, { list: name, query }, async (whose) => {
        const start = pageStart(name, shape, query);
        const rows = await selectPostIds(
          readsFor(services, whose),
          orders.latest,
          { filters: filtersOf(query), viewerId: whose },
          start,
        );
        return toPage(name, rows, start, (row): CursorKey => row.key);
      });
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
  const networks = createNetworks(services);
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
    const ids = await selectMostEngagedPostIds(services.reads, viewerId, contract.POPULAR_POSTS);
    return { rawBody: await loadPostPage(services, ids, viewerId) };
  });

  bind(contract.listNetworkPosts, ({ viewerId, query }) => {
    if (query.bookmark === 'true') return listBookmarked(services, viewerId, query, true);
    const filters = filtersOf(query);
    return listPosts(services, viewerId, query, orders.latest, async (start) => {
      const cached = isUnfiltered(filters) ? await networks.page(viewerId, start) : null;
      return cached ?? selectNetworkPostIds(services.reads, viewerId, filters, start);
    });
  });
}
