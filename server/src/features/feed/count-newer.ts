/** Counts new posts as the viewer's feed would show them. */
import type { RouteCall } from '@afterhours/contract/base/route';
import { isId } from '@afterhours/contract/constants/fields';
import { type countNewPosts, MAX_NEW_COUNT } from '@afterhours/contract/feed';
import { firstIdAt } from '#db/statements/id.ts';
import { countOthersInFeed } from '#features/posts/loaders.ts';
import type { Services } from '#services.ts';
import { filtersOf } from './filters.ts';
import { networkList } from './network-queries.ts';
import { latestList } from './queries.ts';

/** One more than are counted, so that there may be `more`. */
const BATCH = MAX_NEW_COUNT + 1;
/** If a member has muted most of the new posts, at most this many batches are read. */
const BATCHES = 5;

/**
 * Counts the posts by others after an id or a time in the whole feed or the viewer's network. One statement if there
 * are none, and otherwise those of a page, because only the posts tell what the viewer has muted.
 */
export async function countNewer(
  services: Services,
  viewerId: string,
  query: RouteCall<typeof countNewPosts>['query'],
) {
  const since = isId(query.since) ? query.since : firstIdAt(new Date(query.since));
  const filters = { ...filtersOf(query), sinceId: since };
  const { readsNow } = services;
  const list =
    query.list === 'network' ? networkList(services, viewerId, filters) : latestList(readsNow, viewerId, filters);
  const rows = await list.select({ after: null, limit: BATCHES * BATCH, offset: 0, page: null });
  const ids = rows.map(({ id }) => id).filter((id) => id > since);
  let count = 0;
  for (let read = 0; read < ids.length && count < BATCH; read += BATCH)
    count += await countOthersInFeed(services, viewerId, ids.slice(read, read + BATCH));
  return { count: Math.min(count, MAX_NEW_COUNT), more: count > MAX_NEW_COUNT };
}
