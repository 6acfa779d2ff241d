/** The lists that everyone can browse. Each function returns one page, with the cursor of the next. */
import { DAY_MS } from '@afterhours/contract/base/durations';
import type { Paging } from '@afterhours/contract/base/paging';
import type { RouteCall } from '@afterhours/contract/base/route';
import type { listJobs, WebinarTime } from '@afterhours/contract/browse';
import { postedWithin } from '@afterhours/contract/constants/jobs';
import { firstIdOfPast } from '#db/statements/id.ts';
import { filtersOf, listLatest } from '#features/feed/loaders.ts';
import { listPage } from '#features/posts/loaders.ts';
import type { Services } from '#services.ts';
import { hasTerms, jobList } from './job-queries.ts';
import { tagList, webinarList } from './queries.ts';

type PageQuery = Paging & { likes?: string | undefined };

export const listTag = (services: Services, viewerId: string | null, tag: string, query: PageQuery) =>
  listPage(services, viewerId, tagList(services.reads, viewerId, tag), query);

export const listWebinarsOf = (services: Services, viewerId: string | null, when: WebinarTime, query: PageQuery) =>
  listPage(services, viewerId, webinarList(services.reads, viewerId, when), query);

/**
 * Returns the jobs that match filters on their terms or, without such filters, the list that is the same for everyone.
 */
export function listJobsOf(services: Services, viewerId: string | null, query: RouteCall<typeof listJobs>['query']) {
  const wanted = { ...query, postType: 'job' as const };
  const sinceId = query.postedWithin ? firstIdOfPast(postedWithin[query.postedWithin] * DAY_MS) : null;
  const filters = { ...filtersOf(wanted), sinceId };
  if (!hasTerms(query)) return listLatest(services, viewerId, wanted, filters);
  return listPage(services, viewerId, jobList(services.reads, viewerId, { filters, terms: query }), query);
}
