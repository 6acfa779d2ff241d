import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * A row that its own button sends away takes the focus with it: this leads the focus to the first control that is left,
 * or to the list itself. Answers what a button calls before it sends its row away. `rows` names what is shown.
 */
export function useKeepFocus(list: RefObject<HTMLElement | null>, rows: string): () => void {
  const pressed = useRef(false);
  useLayoutEffect(() => {
    if (!pressed.current || rows === '' || document.activeElement !== document.body) return;
    pressed.current = false;
    (list.current?.querySelector<HTMLElement>('button') ?? list.current)?.focus();
  }, [list, rows]);
  return () => {
    pressed.current = true;
  };
}
