import { useEffect } from 'react';
import { loadSuggestions } from '#entities/people/suggestion-commands.ts';
import { type SuggestionListName, selectDismissed, selectSuggestionList } from '#entities/people/suggestion-slice.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';

/** A list of suggestions without whom the member has dismissed; read when it is wanted and was not yet. */
export function useSuggestions(list: SuggestionListName, wanted = true) {
  const dispatch = useAppDispatch();
  const held = useAppSelector((state) => selectSuggestionList(state, list));
  const dismissed = useAppSelector(selectDismissed);
  const unread = wanted && held.status === 'idle';
  useEffect(() => {
    if (unread) void dispatch(loadSuggestions(list, true));
  }, [dispatch, list, unread]);
  const entries = held.entries.filter(({ _id }) => !(_id in dismissed));
  return { ...held, entries };
}
