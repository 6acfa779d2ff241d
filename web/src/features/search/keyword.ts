/**
 * The longest query that the server accepts; not imported from the contract, because the shell must not load its
 * schemas.
 */
const MAX_SEARCH = 200;

/** The navigation state; `at` distinguishes a search from the next one for the same words. */
export type SearchState = { keyword?: string; at?: number } | null;

/** Returns the part of a text that is searched for. */
export const trimKeyword = (text: string): string => text.trim().slice(0, MAX_SEARCH);

/** Returns the search term: from the URL, so that a search can be shared, otherwise from the navigation state. */
export function toKeyword({ search, state }: { search: string; state: unknown }): string {
  const kept = (state as SearchState)?.keyword;
  const keyword = new URLSearchParams(search).get('q') ?? (typeof kept === 'string' ? kept : '');
  return trimKeyword(keyword);
}
