/** The lists that everyone can browse. Each function returns one page, with the cursor of the next. */

import type { Paging } from '@afterhours/contract/base/paging';
import type { RouteCall } from '@afterhours/contract/base/route';
import type { listJobs, WebinarTime } from '@afterhours/contract/browse';
import { postedWithin } from '@afterhours/contract/constants/jobs';
import { firstIdOfPast } from '#db/statements/id.ts';
import type { KeyShape, PageStart } from '#db/statements/keyset.ts';
import { filtersOf, listLatest } from '#features/feed/loaders.ts';
import { type IdRow, listPosts, pageOf, wantsLikes } from '#features/posts/loaders.ts';
import type { Services } from '#services.ts';
import { hasTerms, jobShape, selectJobIds } from './job-queries.ts';
import { selectTagPostIds, selectWebinarIds, tagShape, webinarShape } from './queries.ts';

const DAY_MS = 24 * 3_600_000;

type PageQuery = Paging & { likes?: string | undefined };

type List = { name: string; shape: KeyShape; select: (start: PageStart) => Promise<IdRow[]> };

/** Returns one page as the viewer sees it; `json` contains the posts. */
const listPage = async (services: Services, viewerId: string | null, query: PageQuery, list: List) =>
  listPosts(services, viewerId, await pageOf(list, query, list.select), { likes: wantsLikes(query) });

export const listTag = (services: Services, viewerId: string | null, tag: string, query: PageQuery) =>
  listPage(services, viewerId, query, {
    name: 'tag',
    shape: tagShape,
    select: (start) => selectTagPostIds(services.reads, viewerId, tag, start),
  });

export const listWebinarsOf = (services: Services, viewerId: string | null, when: WebinarTime, query: PageQuery) =>
  listPage(services, viewerId, query, {
    name: `webinars-${when}`,
    shape: webinarShape,
    select: (start) => selectWebinarIds(services.reads, viewerId, when, start),
  });

/**
 * Returns the jobs that match filters on their terms or, without such filters, the list that is the same for everyone.
 */
export function listJobsOf(services: Services, viewerId: string | null, query: RouteCall<typeof listJobs>['query']) {
  const wanted = { ...query, postType: 'job' as const };
  const sinceId = query.postedWithin ? firstIdOfPast(postedWithin[query.postedWithin] * DAY_MS) : null;
  const filters = { ...filtersOf(wanted), sinceId };
  if (!hasTerms(query)) return listLatest(services, viewerId, wanted, filters);
  return listPage(services, viewerId, query, {
    name: 'jobs',
    shape: jobShape,
    select: (start) => selectJobIds(services.reads, viewerId, { filters, terms: query }, start),
  });
}
