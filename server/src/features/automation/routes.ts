import * as contract from '@afterhours/contract/moderation/automation';
import type { Selectable } from 'kysely';
import type { FiltersTable } from '#db/schema/tables/moderation.ts';
import type { FeatureContext } from '#http/feature.ts';
import { deleteFilter, saveFilter, setSwitches } from './commands.ts';
import { selectFilters, selectSwitches } from './queries.ts';
import { screeningOf } from './screening.ts';

const { automationMessages } = contract;

const toFilterView = ({ id, updated_at, ...fields }: Selectable<FiltersTable>): contract.Filter => ({
  _id: id,
  ...fields,
  updatedAt: updated_at.toISOString(),
});

export default function register({ bind, services }: FeatureContext): void {
  // Created here, before the start, because the start reads which database channels to listen to.
  screeningOf(services);

  bind(contract.getAutomation, async () => {
    const [filters, switches] = await Promise.all([selectFilters(services.db), selectSwitches(services.db)]);
    return { body: { filters: filters.map(toFilterView), ...(switches ?? contract.defaultSwitches) } };
  });

  bind(contract.setAutomation, async ({ viewerId, body }) => {
    return { message: automationMessages.switched, body: await setSwitches(services, viewerId, body) };
  });

  bind(contract.createFilter, async ({ viewerId, body }) => ({
    message: automationMessages.saved,
    body: toFilterView(await saveFilter(services, viewerId, null, body)),
  }));

  bind(contract.updateFilter, async ({ viewerId, params, body }) => ({
    message: automationMessages.saved,
    body: toFilterView(await saveFilter(services, viewerId, params.id, body)),
  }));

  bind(contract.deleteFilter, async ({ viewerId, params }) => {
    await deleteFilter(services, viewerId, params.id);
    return { message: automationMessages.deleted, body: null };
  });
}
