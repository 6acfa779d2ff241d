import { useCallback, useEffect } from 'react';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { loadFound, type SearchQuery } from './search-commands.ts';
import { type SearchList, type SearchPart, selectFound } from './search-slice.ts';

const none: string[] = [];
export type Found = SearchList & { more: () => void };

/** The results of a search: loaded when they are first shown, and kept after that. */
export function useFound(part: SearchPart, query: SearchQuery): Found {
  const dispatch = useAppDispatch();
  const loaded = useAppSelector((state) => selectFound(state, part));
  const wanted = JSON.stringify(query);
  const current = loaded.query === wanted ? loaded : { ...loaded, ids: none, cursor: null, status: 'idle' as const };
  const isIdle = current.status === 'idle';
  const more = useCallback(() => {
    void dispatch(loadFound(part, JSON.parse(wanted) as SearchQuery));
  }, [dispatch, part, wanted]);
  useEffect(() => {
    if (isIdle) more();
  }, [isIdle, more]);
  return { ...current, more };
}
