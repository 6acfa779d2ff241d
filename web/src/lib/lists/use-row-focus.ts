import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

const rowsOf = (list: HTMLElement | null): HTMLElement[] =>
  Array.from(list?.querySelectorAll<HTMLElement>('[data-row]') ?? []);

type Had = { element: HTMLElement; row: string; at: number; control: string | undefined };

/** Who leaves for nowhere by a press beside everything wants no focus; a removed element has left nothing. */
function leftByItself({ target }: FocusEvent, leave: () => void): void {
  queueMicrotask(() => {
    if (target instanceof Element && target.isConnected && document.activeElement === document.body) leave();
  });
}

/** Notes the row that has the focus; one in a dialog outside the list is not looked at. */
function useNoted(list: RefObject<HTMLElement | null>): RefObject<Had | null> {
  const had = useRef<Had | null>(null);
  useEffect(() => {
    const focused = ({ target }: FocusEvent) => {
      // A question that is taken away with the whole list gives the focus back first.
      if (!(target instanceof HTMLElement) || !list.current) return;
      const row = target.closest<HTMLElement>('[data-row]');
      const at = row ? rowsOf(list.current).indexOf(row) : -1;
      if (row && at !== -1)
        had.current = { element: target, row: row.dataset['row'] ?? '', at, control: target.dataset['control'] };
      else if (!target.closest('dialog')) had.current = null;
    };
    const left = (event: FocusEvent) => {
      if (event.relatedTarget === null)
        leftByItself(event, () => {
          had.current = null;
        });
    };
    document.addEventListener('focusin', focused);
    document.addEventListener('focusout', left);
    return () => {
      document.removeEventListener('focusin', focused);
      document.removeEventListener('focusout', left);
    };
  }, [list]);
  return had;
}

/**
 * A row that leaves a list takes the focus with it: this leads the focus to the same control of the row in its place, or
 * to `fallback` (else `main`) when none is left; one that moves within the list keeps it. Rows carry `data-row`, controls may carry
 * `data-control`; `rows` names the rows in the order shown.
 */
export function useRowFocus(
  list: RefObject<HTMLElement | null>,
  rows: readonly string[],
  fallback: () => HTMLElement | null = () => null,
): void {
  const hadRef = useNoted(list);
  const shown = rows.join();
  const otherwise = useRef(fallback);
  useLayoutEffect(() => {
    const lost = hadRef.current;
    if (!lost || shown === undefined || lost.element.isConnected) return;
    hadRef.current = null;
    const { activeElement } = document;
    if (activeElement && activeElement !== document.body && !activeElement.closest('dialog:not([open])')) return;
    const left = rowsOf(list.current);
    const row = left.find((each) => each.dataset['row'] === lost.row) ?? left[Math.min(lost.at, left.length - 1)];
    const same = lost.control && row?.querySelector<HTMLElement>(`[data-control="${lost.control}"]`);
    const control = same || row?.querySelector<HTMLElement>('button, a');
    (control ?? otherwise.current() ?? document.getElementById('main'))?.focus({ preventScroll: !control });
  }, [hadRef, list, shown]);
}
