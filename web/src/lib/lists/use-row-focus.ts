import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { isFocusLost, onLeft } from '#lib/focus/lost-focus.ts';

type RowFocus = {
  /** Returns the element to focus when no row is left, or the row its control; `main` by default, if no row is left. */
  fallback?: () => HTMLElement | null;
  /** Focuses a row, at the control of that name if it has one. Returns false if the row has nothing to focus. */
  focusRow?: (row: HTMLElement, control: string | undefined) => boolean;
  /** True if the focus stays in its place when its row moves to another part of the list, which may be far away. */
  inPlace?: boolean;
};

type Focused = { row: HTMLElement; id: string | undefined; at: number; control: HTMLElement };

/** Returns the row of this list that contains an element. Rows of nested lists do not count. */
function rowAround(list: HTMLElement, element: Element | null): HTMLElement | null {
  const row = element?.closest<HTMLElement>('[data-row]') ?? null;
  if (!row || !list.contains(row)) return null;
  return rowAround(list, row.parentElement) ?? row;
}

const rowsOf = (list: HTMLElement | null): HTMLElement[] =>
  Array.from(list?.querySelectorAll<HTMLElement>('[data-row]') ?? []).filter(
    (row) => list !== null && rowAround(list, row) === row,
  );

/** Remembers the row that has the focus. Focus moves inside a dialog outside the list are ignored. */
function useFocusedRow(list: RefObject<HTMLElement | null>): RefObject<Focused | null> {
  const focused = useRef<Focused | null>(null);
  useEffect(() => {
    const onFocusIn = ({ target }: FocusEvent) => {
      // The list may already be gone: a dialog that is removed together with it returns the focus first.
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
 * Keeps the focus when its row leaves a list: moves it to the same control of the row that takes its place, or to the
 * fallback when no row is left. A row that moves within the list keeps the focus. Rows carry `data-row`, controls may
 * carry `data-control`; `rows` names the rows in the order shown.
 */
export function useRowFocus(
  list: RefObject<HTMLElement | null>,
  rows: readonly string[],
  { fallback, focusRow = focusFirstOrSame, inPlace = false }: RowFocus = {},
): void {
  const focusedRef = useFocusedRow(list);
  const shown = rows.join();
  const actions = useRef({ fallback, focusRow });
  useLayoutEffect(() => {
    const lost = focusedRef.current;
    if (!lost || shown === undefined) return;
    if (lost.row.isConnected) {
      // The browser blurs an element that is moved to another place in the page. The control may also be gone.
      if (isFocusLost()) lost.control.focus();
      if (isFocusLost()) actions.current.fallback?.()?.focus({ preventScroll: true });
      return;
    }
    focusedRef.current = null;
    // Focusing may render a row, which is impossible while React is still committing this one.
    queueMicrotask(() => {
      if (!isFocusLost()) return;
      const remainingRows = rowsOf(list.current);
      const moved = inPlace ? undefined : remainingRows.find((row) => row.dataset['row'] === lost.id);
      const next = moved ?? remainingRows[Math.min(lost.at, remainingRows.length - 1)];
      if (next && actions.current.focusRow(next, lost.control.dataset['control'])) return;
      (actions.current.fallback?.() ?? document.getElementById('main'))?.focus({ preventScroll: true });
    });
  }, [focusedRef, list, shown, inPlace]);
}
