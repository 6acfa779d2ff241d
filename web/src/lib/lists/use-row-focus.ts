import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { isFocusLost, onLeft } from '#lib/focus/lost-focus.ts';

type RowFocus = {
  /** Takes the focus when no row is left; `main` without it. */
  fallback?: () => HTMLElement | null;
  /** Focuses a row, at the control of that name if there was one. Returns false where the row has nothing to focus. */
  focusRow?: (row: HTMLElement, control: string | undefined) => boolean;
};

type Focused = { row: HTMLElement; id: string | undefined; at: number; control: HTMLElement };

/** The row of this list around an element: rows of a list inside a row do not count. */
function rowAround(list: HTMLElement, element: Element | null): HTMLElement | null {
  const row = element?.closest<HTMLElement>('[data-row]') ?? null;
  if (!row || !list.contains(row)) return null;
  return rowAround(list, row.parentElement) ?? row;
}

const rowsOf = (list: HTMLElement | null): HTMLElement[] =>
  Array.from(list?.querySelectorAll<HTMLElement>('[data-row]') ?? []).filter(
    (row) => list !== null && rowAround(list, row) === row,
  );

/** Notes the row that has the focus. The focus in a dialog outside the list changes nothing. */
function useFocusedRow(list: RefObject<HTMLElement | null>): RefObject<Focused | null> {
  const focused = useRef<Focused | null>(null);
  useEffect(() => {
    const onFocusIn = ({ target }: FocusEvent) => {
      // A dialog that is removed together with the list gives the focus back first.
      if (!(target instanceof HTMLElement) || !list.current) return;
      const row = rowAround(list.current, target);
      if (row) {
        const at = rowsOf(list.current).indexOf(row);
        focused.current = { row, id: row.dataset['row'], at, control: target };
      } else if (!target.closest('dialog')) focused.current = null;
    };
    const onFocusOut = (event: FocusEvent) => {
      if (event.relatedTarget !== null) return;
      onLeft(event, () => {
        focused.current = null;
      });
    };
    document.addEventListener('focusin', onFocusIn);
    document.addEventListener('focusout', onFocusOut);
    return () => {
      document.removeEventListener('focusin', onFocusIn);
      document.removeEventListener('focusout', onFocusOut);
    };
  }, [list]);
  return focused;
}

function focusFirstOrSame(row: HTMLElement, name: string | undefined): boolean {
  const same = name && row.querySelector<HTMLElement>(`[data-control="${name}"]`);
  const control = same || row.querySelector<HTMLElement>('button, a');
  control?.focus();
  return control !== null;
}

/**
 * A row that leaves a list takes the focus with it: this leads the focus to the same control of the row in its place,
 * or to the fallback when none is left; a row that moves within the list keeps it. Rows carry `data-row`, controls may
 * carry `data-control`; `rows` names the rows in the order shown.
 */
export function useRowFocus(
  list: RefObject<HTMLElement | null>,
  rows: readonly string[],
  { fallback, focusRow = focusFirstOrSame }: RowFocus = {},
): void {
  const focusedRef = useFocusedRow(list);
  const shown = rows.join();
  const actions = useRef({ fallback, focusRow });
  useLayoutEffect(() => {
    const lost = focusedRef.current;
    if (!lost || shown === undefined) return;
    if (lost.row.isConnected) {
      // The browser takes the focus away from what is put to another place of the page.
      if (isFocusLost()) lost.control.focus();
      return;
    }
    focusedRef.current = null;
    // What draws a row when it is to be focused cannot do so while React is still at this one.
    queueMicrotask(() => {
      if (!isFocusLost()) return;
      const left = rowsOf(list.current);
      const next = left.find((row) => row.dataset['row'] === lost.id) ?? left[Math.min(lost.at, left.length - 1)];
      if (next && actions.current.focusRow(next, lost.control.dataset['control'])) return;
      (actions.current.fallback?.() ?? document.getElementById('main'))?.focus({ preventScroll: true });
    });
  }, [focusedRef, list, shown]);
}
