/** As much as the server takes; not from the contract, whose schemas the shell needs not. */
const MAX_SEARCH = 200;

/** Travels with the navigation; `at` distinguishes a search from the next one for the same words. */
export type SearchState = { keyword?: string; at?: number } | null;

/** As much of a text as is searched for. */
export const trimKeyword = (text: string): string => text.trim().slice(0, MAX_SEARCH);

/** What is searched for: from the address, so that it can be shared, else from the navigation. */
export function toKeyword({ search, state }: { search: string; state: unknown }): string {
  const kept = (state as SearchState)?.keyword;
  const keyword = new URLSearchParams(search).get('q') ?? (typeof kept === 'string' ? kept : '');
  return trimKeyword(keyword);
}
