import { type RefObject, useEffect, useRef } from 'react';
import { focusControl, focusPost, slotsOf } from './post-slots.ts';

/** When the post that had the focus leaves the list (deleted, reported), the focus goes to the one in its place, to the same button. */
export function useFocusKept(list: RefObject<HTMLElement | null>, ids: readonly string[]): void {
  const had = useRef<{ id: string; at: number; control: string | undefined } | null>(null);
  const shown = useRef(ids);
  useEffect(() => {
    shown.current = ids;
    const lost = had.current;
    if (!lost || ids.includes(lost.id)) return;
    had.current = null;
    // A far card is drawn before it takes the focus, which cannot be while React is still at this one.
    queueMicrotask(() => {
      if (document.activeElement && document.activeElement !== document.body) return;
      const slot = slotsOf(list.current)[Math.min(lost.at, ids.length - 1)];
      if (lost.control && focusControl(slot, lost.control)) return;
      if (!focusPost(slot)) document.getElementById('main')?.focus({ preventScroll: true });
    });
  }, [list, ids]);
  useEffect(() => {
    const focused = ({ target }: FocusEvent) => {
      const element = target instanceof HTMLElement ? target : undefined;
      const id = element?.closest<HTMLElement>('[data-slot]')?.dataset.slot;
      had.current =
        id === undefined ? null : { id, at: shown.current.indexOf(id), control: element?.dataset['control'] };
    };
    document.addEventListener('focusin', focused);
    return () => document.removeEventListener('focusin', focused);
  }, []);
}
