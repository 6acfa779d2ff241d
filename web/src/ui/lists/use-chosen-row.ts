import { isId } from '@afterhours/contract/constants/fields';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { detailEntry, isDetailEntry } from '#lib/lists/detail-entry.ts';

/**
 * The id of the chosen row of a list, in a parameter of the address, so that a reload, a link and Back restore it;
 * undefined if none is chosen. Choosing a row adds one history entry; choosing another one replaces it, so that one
 * Back leads to the list.
 */
export function useChosenRow(parameter: string) {
  const [search, setSearch] = useSearchParams();
  const { key, state } = useLocation();
  const navigate = useNavigate();
  /** The entry that is being left. */
  const leaving = useRef<string>(null);
  useEffect(() => {
    if (leaving.current !== key) leaving.current = null;
  }, [key]);
  const id = search.get(parameter)?.toLowerCase() ?? '';
  const current = isId(id) ? id : undefined;
  const choose = (chosen: string | undefined): void => {
    // Going back takes a moment, in which a second click would leave the page.
    if (leaving.current === key) return;
    if (chosen === undefined && isDetailEntry(state)) {
      leaving.current = key;
      void navigate(-1);
      return;
    }
    const next = new URLSearchParams(search);
    if (chosen === undefined) next.delete(parameter);
    else next.set(parameter, chosen);
    const opens = chosen !== undefined && current === undefined;
    setSearch(next, { replace: !opens, state: opens ? detailEntry : state });
  };
  return [current, choose] as const;
}
