import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

const rowsOf = (list: HTMLElement | null): HTMLElement[] =>
  Array.from(list?.querySelectorAll<HTMLElement>('[data-row]') ?? []);

type Had = { row: string; at: number; control: string | undefined };

/**
 * A row that leaves a list takes the focus with it: this leads the focus to the same control of the row in its place, or
 * to `main` when none is left. Rows carry `data-row`, controls may carry `data-control`; `rows` names the rows shown.
 */
export function useRowFocus(list: RefObject<HTMLElement | null>, rows: readonly string[]): void {
  const had = useRef<Had | null>(null);
  const shown = rows.join();
  useEffect(() => {
    const focused = ({ target }: FocusEvent) => {
      const element = target instanceof HTMLElement ? target : null;
      const row = element?.closest<HTMLElement>('[data-row]');
      // What a row has opened (a question, a toast with Undo) gives the focus back by itself.
      if (row && list.current?.contains(row))
        had.current = {
          row: row.dataset['row'] ?? '',
          at: rowsOf(list.current).indexOf(row),
          control: element?.dataset['control'],
        };
      else if (element && !element.closest('dialog')) had.current = null;
    };
    document.addEventListener('focusin', focused);
    return () => document.removeEventListener('focusin', focused);
  }, [list]);
  useLayoutEffect(() => {
    const lost = had.current;
    if (!lost || shown.split(',').includes(lost.row)) return;
    had.current = null;
    const { activeElement } = document;
    if (activeElement && activeElement !== document.body && !activeElement.closest('dialog:not([open])')) return;
    const left = rowsOf(list.current);
    const row = left[Math.min(lost.at, left.length - 1)];
    const same = lost.control && row?.querySelector<HTMLElement>(`[data-control="${lost.control}"]`);
    const control = same || row?.querySelector<HTMLElement>('button, a');
    (control ?? document.getElementById('main'))?.focus({ preventScroll: control === undefined });
  }, [list, shown]);
}
