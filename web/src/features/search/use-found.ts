import { useCallback, useEffect } from 'react';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { loadFound, type SearchQuery } from './search-commands.ts';
import { type SearchList, type SearchPart, selectFound } from './search-slice.ts';

const none: string[] = [];
export type Found = SearchList & { more: () => void };

/** What a search finds: loaded when it is shown for the first time, shown as it was left after that. */
export function useFound(part: SearchPart, query: SearchQuery): Found {
  const dispatch = useAppDispatch();
  const held = useAppSelector((state) => selectFound(state, part));
  const asked = JSON.stringify(query);
  const current = held.query === asked ? held : { ...held, ids: none, cursor: null, status: 'idle' as const };
  const unread = current.status === 'idle';
  const more = useCallback(() => {
    void dispatch(loadFound(part, JSON.parse(asked) as SearchQuery));
  }, [dispatch, part, asked]);
  useEffect(() => {
    if (unread) more();
  }, [unread, more]);
  return { ...current, more };
}
