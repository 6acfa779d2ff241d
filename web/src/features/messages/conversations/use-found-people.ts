/** Finds a member to write to; without a search term, suggests members. */
import type { FoundPerson, listUsers } from '@afterhours/contract/search';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '#lib/api/client.ts';

const REST_MS = 250;

type Found = {
  people: FoundPerson[];
  cursor: string | null;
  status: 'loading' | 'ready' | 'failed';
  message: string;
};

const nothing: Found = { people: [], cursor: null, status: 'loading', message: '' };

const fetchPeople = (keyword: string, cursor?: string) =>
  call<typeof listUsers>('GET', '/users', { query: { keyword, limit: '20', ...(cursor ? { cursor } : {}) } });

export function useFoundPeople(keyword: string) {
  const [found, setFound] = useState(nothing);
  // Ignores responses to earlier searches.
  const lastTerm = useRef('');
  const load = useCallback(async (term: string) => {
    lastTerm.current = term;
    const answer = await fetchPeople(term);
    if (lastTerm.current !== term) return;
    setFound(
      answer.ok
        ? { people: answer.body, cursor: answer.nextCursor, status: 'ready', message: '' }
        : { ...nothing, status: 'failed', message: answer.message },
    );
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => void load(keyword), keyword === '' ? 0 : REST_MS);
    return () => clearTimeout(timer);
  }, [keyword, load]);

  const more = async () => {
    if (!found.cursor || found.status === 'loading') return;
    const { cursor } = found;
    setFound({ ...found, status: 'loading' });
    const answer = await fetchPeople(keyword, cursor);
    setFound((present) => {
      if (present.cursor !== cursor) return present;
      if (!answer.ok) return { ...present, status: 'failed', message: answer.message };
      return { ...present, people: [...present.people, ...answer.body], cursor: answer.nextCursor, status: 'ready' };
    });
  };
  return { ...found, more: () => void more(), retry: () => void load(keyword) };
}
