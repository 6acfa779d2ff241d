/**
 * The list of a `ListAndDetail` is one stop of the Tab key, so that Tab leads from the list to the detail, however long
 * the list is. The stop is the row that had the focus last, otherwise the chosen row, otherwise the first one.
 */
import { createContext, useContext, useState } from 'react';

export const RowStop = createContext<string | undefined>(undefined);

/** Returns the `tabIndex` of a row's button. */
export const useRowTabIndex = (id: string): 0 | -1 => (useContext(RowStop) === id ? 0 : -1);

/** Returns the row that is the stop, and a function that reports which row has the focus. */
export function useRowStop(rows: readonly string[], chosen: string | undefined) {
  const [last, setLast] = useState({ focused: chosen, chosen });
  if (last.chosen !== chosen) setLast({ focused: chosen ?? last.focused, chosen });
  const stop = [last.focused, chosen].find((id) => id !== undefined && rows.includes(id)) ?? rows[0];
  return { stop, onRowFocus: (focused: string) => setLast({ focused, chosen }) };
}
