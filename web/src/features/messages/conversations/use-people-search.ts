/** Finds a member to write to; without a search term, suggests members. */
import type { FoundPerson, listUsers } from '@afterhours/contract/search';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '#lib/api/client.ts';

const REST_MS = 250;

type Search = {
  people: FoundPerson[];
  cursor: string | null;
  status: 'loading' | 'ready' | 'failed';
  message: string;
};

const nothing: Search = { people: [], cursor: null, status: 'loading', message: '' };

const fetchPeople = (keyword: string, cursor?: string) =>
  call<typeof listUsers>('GET', '/users', { query: { keyword, limit: '20', ...(cursor ? { cursor } : {}) } });

export function usePeopleSearch(keyword: string) {
  const [search, setSearch] = useState(nothing);
  // Ignores responses to earlier searches.
  const lastTerm = useRef('');
  const load = useCallback(async (term: string) => {
    lastTerm.current = term;
    const response = await fetchPeople(term);
    if (lastTerm.current !== term) return;
    setSearch(
      response.ok
        ? { people: response.body, cursor: response.nextCursor, status: 'ready', message: '' }
        : { ...nothing, status: 'failed', message: response.message },
    );
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => void load(keyword), keyword === '' ? 0 : REST_MS);
    return () => clearTimeout(timer);
  }, [keyword, load]);

  const more = async () => {
    if (!search.cursor || search.status === 'loading') return;
    const { cursor } = search;
    setSearch({ ...search, status: 'loading' });
    const response = await fetchPeople(keyword, cursor);
    setSearch((present) => {
      if (present.cursor !== cursor) return present;
      if (!response.ok) return { ...present, status: 'failed', message: response.message };
      return {
        ...present,
        people: [...present.people, ...response.body],
        cursor: response.nextCursor,
        status: 'ready',
      };
    });
  };
  return { ...search, more: () => void more(), retry: () => void load(keyword) };
}
