import { useEffect } from 'react';
import { loadSuggestions } from '#entities/people/suggestion-commands.ts';
import {
  type SuggestionListName,
  selectDismissedPeople,
  selectSuggestionList,
} from '#entities/people/suggestion-slice.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';

/** A list of suggestions without dismissed members, loaded once it is `wanted`. */
export function useSuggestions(list: SuggestionListName, wanted = true) {
  const dispatch = useAppDispatch();
  const loaded = useAppSelector((state) => selectSuggestionList(state, list));
  const dismissed = useAppSelector(selectDismissedPeople);
  const idle = wanted && loaded.status === 'idle';
  useEffect(() => {
    if (idle) void dispatch(loadSuggestions(list, true));
  }, [dispatch, list, idle]);
  const entries = loaded.entries.filter(({ _id }) => !(_id in dismissed));
  return { ...loaded, entries };
}
