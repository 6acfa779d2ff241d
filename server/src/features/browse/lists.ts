/** The lists that everybody can browse, an entry each: the first step of a page, its ids and the cursor of the next. */

import type { Paging } from '@afterhours/contract/base/paging';
import type { WebinarTime } from '@afterhours/contract/browse';
import { type KeyShape, type PageStart, pageStart, toPage } from '#db/statements/keyset.ts';
import { listPosts } from '#features/posts/loaders.ts';
import type { Services } from '#services.ts';
import { type IdRow, selectTagPostIds, selectWebinarIds, tagShape, webinarShape } from './queries.ts';

type List = { name: string; shape: KeyShape; select: (start: PageStart) => Promise<IdRow[]> };

/** Returns one page as a viewer sees it; `json` has the posts. */
async function listPage(services: Services, viewerId: string | null, query: Paging, { name, shape, select }: List) {
  const start = pageStart(name, shape, query);
  const { items, ...beside } = toPage(name, await select(start), start, (row) => row.key);
  return listPosts(services, viewerId, { ids: items.map((row) => row.id), beside });
}

export const listTag = (services: Services, viewerId: string | null, tag: string, query: Paging) =>
  listPage(services, viewerId, query, {
    name: 'tag',
    shape: tagShape,
    select: (start) => selectTagPostIds(services.reads, viewerId, tag, start),
  });

export const listWebinarsOf = (services: Services, viewerId: string | null, when: WebinarTime, query: Paging) =>
  listPage(services, viewerId, query, {
    name: `webinars-${when}`,
    shape: webinarShape,
    select: (start) => selectWebinarIds(services.reads, viewerId, when, start),
  });
