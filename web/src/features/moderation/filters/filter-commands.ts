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
import { forgetIdempotencyKey, idempotencyKeyFor } from '#lib/forms/idempotency-key.ts';

export const loadAutomation = () => call<typeof getAutomation>('GET', '/staff/automation');

export const saveSwitches = (body: AutomationSwitchesBody) =>
  call<typeof setAutomation>('PUT', '/staff/automation', { body });

const NEW = 'filter';

/** Adds a filter; one that is sent again, because there was no response, is stored once. */
export async function addFilter(body: FilterBody) {
  const idempotencyKey = idempotencyKeyFor(NEW, JSON.stringify(body));
  const response = await call<typeof createFilter>('POST', '/staff/filters', { body, idempotencyKey });
  if (response.ok) forgetIdempotencyKey(NEW);
  return response;
}

/** Changes a filter. Fails with 409 if somebody else has changed it in the meantime. */
export const changeFilter = ({ _id, updatedAt }: Filter, body: FilterBody) =>
  call<typeof updateFilter>('PUT', '/staff/filters/:id', { params: { id: _id }, body: { ...body, updatedAt } });

export const dropFilter = (id: string) => call<typeof deleteFilter>('DELETE', '/staff/filters/:id', { params: { id } });
