import type { Paging } from '@afterhours/contract/base/paging';
import * as contract from '@afterhours/contract/people/people';
import { completePeople } from '@afterhours/contract/people/people-completion';
import { findMembers as findMembersCall } from '@afterhours/contract/people/people-filters';
import { pageStart, toPage } from '#db/statements/keyset.ts';
import type { FeatureContext } from '#http/feature.ts';
import type { Services } from '#services.ts';
import { dismissSuggestion } from './commands.ts';
import { selectCompletions } from './complete/complete-queries.ts';
import { findMembers } from './find/find-members.ts';
import { loadPeopleInCommon } from './loaders.ts';
import { selectSuggestions, suggestionKey } from './queries.ts';
import type { ListName } from './sources.ts';
import { toSuggestedPerson } from './suggestion-views.ts';
import { toPersonCompletion } from './views.ts';

async function listSuggestions({ reads: db }: Services, list: ListName, viewerId: string, query: Paging) {
  const start = pageStart(list, ['integer', 'integer', 'id'], query);
  const rows = await selectSuggestions(db, list, viewerId, start);
  const { items, ...paging } = toPage(list, rows, start, suggestionKey);
  const inCommonOf = await loadPeopleInCommon(db, viewerId, items);
  return { body: items.map((row) => toSuggestedPerson(row, inCommonOf(row.id))), ...paging };
}

export default function register({ bind, services }: FeatureContext): void {
  bind(contract.listRecommendedPeople, ({ viewerId, query }) =>
    listSuggestions(services, 'recommended', viewerId, query),
  );

  bind(contract.listColleagues, ({ viewerId, query }) => listSuggestions(services, 'colleagues', viewerId, query));

  bind(findMembersCall, ({ viewerId, query }) => findMembers(services, viewerId, query));

  bind(completePeople, async ({ viewerId, query }) => {
    const rows = query.q === '' ? [] : await selectCompletions(services.reads, viewerId, query.q);
    return { body: rows.map(toPersonCompletion) };
  });

  bind(contract.dismissSuggestion, async ({ viewerId, body }) => {
    await dismissSuggestion(services, viewerId, body.userId);
    return { message: contract.suggestionMessages.dismissed, body: { userId: body.userId } };
  });
}
