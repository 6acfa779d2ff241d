import type { JobSearch } from '@afterhours/contract/jobs/job-filters';
import type { SavedSearch } from '@afterhours/contract/jobs/saved-searches';
import type { SearchRow } from './queries.ts';

/** The path of the page that lists a search's results. */
export function linkOf(query: JobSearch): string {
  const { keyword, ...filters } = query;
  const address = new URLSearchParams();
  for (const [name, value] of Object.entries({ q: keyword, ...filters }))
    if (value !== undefined && value !== '') address.set(name, String(value));
  return `/jobs?${address.toString()}`;
}

export const toSearchView = ({ id, query, cadence, created_at }: SearchRow): SavedSearch => ({
  _id: id,
  query,
  cadence,
  link: linkOf(query),
  createdAt: created_at.toISOString(),
});
