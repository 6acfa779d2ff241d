import type { Paging } from '@afterhours/contract/base/paging';
import * as contract from '@afterhours/contract/search';
import { type KeyShape, pageStart, toPage } from '#db/statements/keyset.ts';
import { listPage } from '#features/posts/loaders.ts';
import type { FeatureContext } from '#http/feature.ts';
import type { Services } from '#services.ts';
import { insertPostWords } from './dictionary-queries.ts';
import { foundPersonKey, selectNearPeople } from './people/people-queries.ts';
import { createPeopleSearch } from './people/people-search.ts';
import { foundList } from './posts/post-search.ts';
import { toFoundPerson } from './views.ts';

const SHAPE: KeyShape = ['integer', 'id'];

async function listNearPeople({ reads: db }: Services, viewerId: string, paging: Paging) {
  const start = pageStart('near', SHAPE, paging);
  const rows = await selectNearPeople(db, viewerId, start);
  const { items, ...page } = toPage('near', rows, start, foundPersonKey);
  return { body: items.map(toFoundPerson), ...page };
}

export default function register({ bind, services }: FeatureContext): void {
  const searchPeople = createPeopleSearch(services);
  services.jobs.schedule({ name: 'search.learn', cron: '*/5 * * * *' }, () => insertPostWords(services.db));

  bind(contract.searchPeople, ({ viewerId, query, body }) => searchPeople(body.searchQuery, viewerId, query));

  bind(contract.listUsers, ({ viewerId, query }) =>
    query.keyword ? searchPeople(query.keyword, viewerId, query) : listNearPeople(services, viewerId, query),
  );

  bind(contract.searchPosts, ({ viewerId, query }) => {
    const { keyword, postType } = query;
    return listPage(services, viewerId, foundList(services, viewerId, { keyword, postType: postType || null }), query);
  });
}
