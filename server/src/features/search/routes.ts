import type { Paging } from '@afterhours/contract/paging';
import * as contract from '@afterhours/contract/search';
import { type KeyShape, pageStart, toPage } from '#db/keyset.ts';
import { loadPostPage } from '#features/posts/loaders.ts';
import type { FeatureContext } from '#http/feature.ts';
import type { Services } from '#services.ts';
import { insertPostWords } from './dictionary-queries.ts';
import { learnPostWords } from './jobs.ts';
import { foundPersonKey, selectNearPeople } from './people-queries.ts';
import { createPeopleSearch } from './people-search.ts';
import { foundPostKey, foundPostShape, selectFoundPosts } from './post-queries.ts';
import { toFoundPerson } from './views.ts';
import { findWords } from './words.ts';

const SHAPE: KeyShape = ['integer', 'id'];

async function listNearPeople({ reads: db }: Services, viewerId: string, paging: Paging) {
  const start = pageStart('near', SHAPE, paging);
  const rows = await selectNearPeople(db, viewerId, start);
  const { items, ...page } = toPage('near', rows, start, foundPersonKey);
  return { body: items.map(toFoundPerson), ...page };
}

export default function register({ bind, services }: FeatureContext): void {
  const searchPeople = createPeopleSearch(services);
  services.jobs.work(learnPostWords, () => insertPostWords(services.db));

  bind(contract.searchPeople, ({ viewerId, query, body }) => searchPeople(body.searchQuery, viewerId, query));

  bind(contract.listUsers, ({ viewerId, query }) =>
    query.keyword ? searchPeople(query.keyword, viewerId, query) : listNearPeople(services, viewerId, query),
  );

  bind(contract.searchPosts, async ({ viewerId, query }) => {
    const start = pageStart('found-posts', foundPostShape, query);
    const sought = await findWords(services.reads, query.keyword);
    const search = sought && { sought, typed: query.keyword, postType: query.postType || null };
    const rows = search ? await selectFoundPosts(services.reads, search, viewerId, start) : [];
    const { items, ...page } = toPage('found-posts', rows, start, foundPostKey);
    const ids = items.map((row) => row.id);
    return { rawBody: await loadPostPage(services, ids, viewerId), ...page };
  });
}
