/**
 * A list that is one stop of the Tab key, so that Tab leads past it, however long it is; within it, the arrow keys move
 * between the rows. The stop is the row that had the focus last, otherwise the chosen row, otherwise the first one.
 */
import { createContext, type FocusEvent, useContext, useState } from 'react';

export const TabbableRow = createContext<string | undefined>(undefined);

/** Returns the `tabIndex` of a row's controls. */
export const useRowTabIndex = (id: string): 0 | -1 => (useContext(TabbableRow) === id ? 0 : -1);

/**
 * Returns the row that is the stop, and the handler with which the list notices which row has the focus. Rows carry
 * their id as `data-row`.
 */
export function useTabbableRow(rows: readonly string[], chosen: string | undefined) {
  const [last, setLast] = useState({ focused: chosen, chosen });
  if (last.chosen !== chosen) setLast({ focused: chosen ?? last.focused, chosen });
  const stop = [last.focused, chosen].find((id) => id !== undefined && rows.includes(id)) ?? rows[0];
  const onFocus = ({ target }: FocusEvent) => {
    const focused = target.closest<HTMLElement>('[data-row]')?.dataset['row'];
    if (focused !== undefined) setLast({ focused, chosen });
  };
  return { stop, onFocus };
}
