import * as contract from '@afterhours/contract/jobs/saved-searches';
import { pageStart, toPage } from '#db/statements/keyset.ts';
import { jobPublished } from '#features/hiring/events.ts';
import { postSaved } from '#features/posts/events.ts';
import type { FeatureContext } from '#http/feature.ts';
import { compareShown, createSearch, matchSearches, removeSearch, sendDueNotifications } from './commands.ts';
import { savedSearchesChanged } from './events.ts';
import { matchJob } from './jobs.ts';
import { selectOwn } from './queries.ts';
import { toSearchView } from './views.ts';

const { savedSearchMessages } = contract;
const LIST = 'saved-searches';
const NOTIFY_SECONDS = 15;

export default function register({ bind, services }: FeatureContext): void {
  services.events.within(jobPublished, (tx, { postId }) => services.jobs.enqueue(tx.db, matchJob, { postId }));
  services.events.withinAll(postSaved, (tx, all) =>
    compareShown(
      services,
      tx,
      all.flatMap(({ postId, isNew }) => (isNew ? [] : [postId])),
    ),
  );
  services.jobs.work(matchJob, ({ postId }) => matchSearches(services, postId));
  services.jobs.repeat('saved-searches.tell', NOTIFY_SECONDS, () => sendDueNotifications(services));

  services.events.after(savedSearchesChanged, ({ userId }) => services.channels.toMember(userId, 'savedSearches', {}));

  bind(contract.listSavedSearches, async ({ viewerId, query }) => {
    const start = pageStart(LIST, ['id'], query);
    const { items, ...paging } = toPage(LIST, await selectOwn(services.readsNow, viewerId, start), start, ({ id }) => [
      id,
    ]);
    return { body: items.map(toSearchView), ...paging };
  });

  bind(contract.createSavedSearch, async ({ viewerId, body: { query, cadence } }) => ({
    message: savedSearchMessages.saved,
    body: toSearchView(await createSearch(services, viewerId, query, cadence)),
  }));

  bind(contract.deleteSavedSearch, async ({ viewerId, params: { id } }) => {
    await removeSearch(services, viewerId, id);
    return { message: savedSearchMessages.deleted, body: { _id: id } };
  });
}
