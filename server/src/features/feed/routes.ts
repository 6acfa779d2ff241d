/**
 * The lists of posts. Each is a `PostList`, of which `listPage` returns a page in the four steps that
 * `posts/read/list-posts.ts` explains; pages that members share take them in `shared-pages.ts`. The cost of a page in
 * statements:
 *
 * - Popular, Top Rated, Latest and one member's posts are shared pages (`shared-pages.ts`): one statement for the
 *   viewer's state. The first caller in a second adds one for the ids. For ranked lists, the first caller in three
 *   seconds adds two, which take the snapshot and store it (`snapshots.ts`). For one member's posts, one looks for
 *   posts that only connections can see; if there are any, the page is the viewer's own.
 * - My network, bookmarks and the most engaged posts are always the viewer's own: one statement for the ids and one for
 *   the viewer's state. The ids of My network take up to three if the viewer does not see some of them or they are not
 *   in memory (`network-queries.ts`).
 * - Posts that are not cached (`posts/read/hydrate.ts`) add one for all of them. So do posts to connections, and
 *   likes, unless `likes=false` is sent, as our pages do.
 * - Members who see less than others add one for the posts as they see them. On shared pages they add two more, for the
 *   ids and the state of their own page; in ranked lists, ids that they do not see are replaced by further statements.
 * - Guests get only one member's posts: one statement for the ids, and one for the posts.
 * - The number of new posts takes one statement, and if there are any, those of a page without ids.
 *
 * Changes of the lists:
 *
 * - A like, comment, rating or edit drops the post from the caches of all servers, and shared responses that contain it
 *   are rebuilt. Its position in a ranked list changes with the next snapshot.
 * - A new or changed post drops the shared pages of this server and the snapshots of first pages. Other servers have a
 *   new page within four seconds, and at once for the post's author.
 * - A deleted post is missing at once on this server, and on others when the broadcast arrives; shared pages there have
 *   one post less for up to a second.
 * - A changed name or picture drops the posts that show the member; a ban, a deleted account or another audience of a
 *   profile drops all posts and shared pages, on all servers.
 * - A block or report drops nothing. The viewer's state tells that this member sees less.
 * - While servers cannot reach each other, posts are cached for one second.
 */
import * as contract from '@afterhours/contract/feed';
import { anyMember, type Viewer } from '#db/statements/viewers.ts';
import { listPage, listPosts, type PostList, wantsLikes } from '#features/posts/loaders.ts';
import { fieldProblem } from '#http/errors/errors.ts';
import type { FeatureContext } from '#http/feature.ts';
import { countNewer } from './count-newer.ts';
import { filtersOf } from './filters.ts';
import { networkList } from './network-queries.ts';
import { type Order, orders } from './orders.ts';
import { bookmarkedList, latestList, selectMostEngagedPostIds } from './queries.ts';
import { rankedList } from './ranked.ts';
import { createSharedPages } from './shared-pages.ts';
import { deleteOldSnapshots } from './snapshot-queries.ts';
import { createSnapshots } from './snapshots.ts';

export default function register({ bind, services }: FeatureContext): void {
  const { reads, readsNow } = services;
  const snapshots = createSnapshots(services);
  const listShared = createSharedPages(services, snapshots);
  services.jobs.schedule({ name: 'feed.cleanup', formerName: 'feed.sweep', cron: '*/10 * * * *' }, () =>
    deleteOldSnapshots(services.db),
  );

  function list(order: Order, viewerId: string | null, query: contract.PostListQuery) {
    const filters = filtersOf(query);
    if (query.bookmark === 'true') return listPage(services, viewerId, bookmarkedList(reads, viewerId, filters), query);
    const listFor = (viewer: Viewer): PostList => {
      // Members share pages with others who have just written something, so these are loaded from the primary.
      const db = viewer === anyMember ? readsNow : reads;
      if (order === orders.latest) return latestList(db, viewer, filters);
      return rankedList({ db, snapshots, ranking: { order, filters }, viewer });
    };
    return viewerId === null ? listPage(services, null, listFor(null), query) : listShared(viewerId, query, listFor);
  }

  bind(contract.listFeed, ({ viewerId, query }) =>
    list(query.sort === 'latest' ? orders.latest : orders.popular, viewerId, query),
  );

  bind(contract.listTopRated, ({ viewerId, query }) => list(orders.topRated, viewerId, query));

  bind(contract.listUserPosts, ({ viewerId, query }) => {
    const userId = query.userId || viewerId;
    if (!userId) throw fieldProblem('userId', contract.feedMessages.whosePosts);
    return list(query.sort === 'popular' ? orders.popular : orders.latest, viewerId, { ...query, userId });
  });

  bind(contract.listNetworkPosts, ({ viewerId, query }) => {
    const filters = filtersOf(query);
    return query.bookmark === 'true'
      ? listPage(services, viewerId, bookmarkedList(reads, viewerId, filters, { ofNetwork: true }), query)
      : listPage(services, viewerId, networkList(services, viewerId, filters), query, { inFeed: true });
  });

  bind(contract.listMostEngagedPosts, async ({ viewerId, query }) => {
    const ids = await selectMostEngagedPostIds(reads, viewerId, contract.MOST_ENGAGED_POSTS);
    return { json: await listPosts(services, viewerId, ids, { inFeed: true, likes: wantsLikes(query) }) };
  });

  bind(contract.countNewPosts, async ({ viewerId, query }) => ({ body: await countNewer(services, viewerId, query) }));
}
