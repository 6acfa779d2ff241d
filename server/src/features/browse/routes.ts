/**
 * Lists that everyone can browse. Each page takes one statement for its ids, one for its posts and one for the
 * viewer's state.
 */
import * as contract from '@afterhours/contract/browse';
import type { FeatureContext } from '#http/feature.ts';
import { listJobsOf, listTag, listWebinarsOf } from './lists.ts';
import { describeJobs, describeTag, describeWebinars } from './pages.ts';

export default function register({ bind, services, pages }: FeatureContext): void {
  pages.describe('/tags/:tag', ({ tag = '' }, cursor) => describeTag(services, tag, cursor));
  pages.describe('/webinars', (_params, cursor) => describeWebinars(services, cursor));
  pages.describe('/jobs', (_params, cursor) => describeJobs(services, cursor));

  bind(contract.listTagPosts, ({ viewerId, query }) => listTag(services, viewerId, query.tag, query));

  bind(contract.listWebinars, ({ viewerId, query }) => listWebinarsOf(services, viewerId, query.when, query));

  bind(contract.listJobs, ({ viewerId, query }) => listJobsOf(services, viewerId, query));
}
