/** Calls for the viewer's saved job searches. */
import type { RouteInput } from '@afterhours/contract/base/route';
import type { createSavedSearch, deleteSavedSearch, listSavedSearches } from '@afterhours/contract/jobs/saved-searches';
import { call } from '#lib/api/client.ts';
import { pageQuery } from '#lib/lists/use-pages.ts';

export const loadSavedSearches = (cursor: string | null) =>
  call<typeof listSavedSearches>('GET', '/searches/saved', { query: pageQuery(cursor) });

export const saveSearch = (body: RouteInput<typeof createSavedSearch>['body']) =>
  call<typeof createSavedSearch>('POST', '/searches/saved', { body });

export const removeSavedSearch = (id: string) =>
  call<typeof deleteSavedSearch>('DELETE', '/searches/saved/:id', { params: { id } });
