/** Calls for the community's filters, and for the other automatic holds and limits. */
import type {
  AutomationSwitchesBody,
  createFilter,
  deleteFilter,
  Filter,
  FilterBody,
  getAutomation,
  setAutomation,
  updateFilter,
} from '@afterhours/contract/moderation/automation';
import { call } from '#lib/api/client.ts';

export const loadAutomation = () => call<typeof getAutomation>('GET', '/staff/automation');

export const saveSwitches = (body: AutomationSwitchesBody) =>
  call<typeof setAutomation>('PUT', '/staff/automation', { body });

/** Adds a filter, or updates this one. Fails with 409 if somebody else has changed it in the meantime. */
export const saveFilter = (filter: Filter | null, body: FilterBody) =>
  filter === null
    ? call<typeof createFilter>('POST', '/staff/filters', { body })
    : call<typeof updateFilter>('PUT', '/staff/filters/:id', {
        params: { id: filter._id },
        body: { ...body, updatedAt: filter.updatedAt },
      });

export const dropFilter = (id: string) => call<typeof deleteFilter>('DELETE', '/staff/filters/:id', { params: { id } });
