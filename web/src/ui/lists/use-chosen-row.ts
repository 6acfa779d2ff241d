import { isId } from '@afterhours/contract/constants/fields';
import { useSearchParams } from 'react-router';

/**
 * The id of the chosen row of a list, in a parameter of the address, so that a reload, a link and Back restore it;
 * undefined if none is chosen. Choosing another row replaces the history entry.
 */
export function useChosenRow(parameter: string) {
  const [search, setSearch] = useSearchParams();
  const id = search.get(parameter)?.toLowerCase() ?? '';
  const choose = (chosen: string | undefined): void => {
    const next = new URLSearchParams(search);
    if (chosen === undefined) next.delete(parameter);
    else next.set(parameter, chosen);
    setSearch(next, { replace: true, preventScrollReset: true });
  };
  return [isId(id) ? id : undefined, choose] as const;
}
