/** Calls for the community's filters, and for the other automatic holds and limits. */
import type {
  AutomationSwitches,
  createFilter,
  deleteFilter,
  FilterBody,
  getAutomation,
  setAutomation,
  updateFilter,
} from '@afterhours/contract/automation';
import { call } from '#lib/api/client.ts';

export const loadAutomation = () => call<typeof getAutomation>('GET', '/staff/automation');

export const saveSwitches = (body: AutomationSwitches) =>
  call<typeof setAutomation>('PUT', '/staff/automation', { body });

/** Adds a filter, or updates the one with this id. */
export const saveFilter = (id: string | null, body: FilterBody) =>
  id === null
    ? call<typeof createFilter>('POST', '/staff/filters', { body })
    : call<typeof updateFilter>('PUT', '/staff/filters/:id', { params: { id }, body });

export const dropFilter = (id: string) => call<typeof deleteFilter>('DELETE', '/staff/filters/:id', { params: { id } });
