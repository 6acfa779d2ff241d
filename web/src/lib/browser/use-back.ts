import { useEffect, useRef } from 'react';
import { interceptHistory, readPosition, repeatFirstEntry } from './intercept-history.ts';

/**
 * While something that replaces the page is open, such as a dialog, Back calls `onBack`, which closes it, instead of
 * leaving the page. Back and Forward cannot be cancelled, only undone: the hook keeps the step from the router and
 * returns the history to its previous position.
 */
export function useBack(open: boolean, onBack: () => void): void {
  const latest = useRef({ onBack, position: readPosition() });
  useEffect(() => {
    if (open) repeatFirstEntry();
  }, [open]);
  useEffect(() => {
    latest.current = { onBack, position: readPosition() };
  });
  useEffect(() => {
    if (!open) return undefined;
    let undoing = false;
    return interceptHistory((event) => {
      const { position } = latest.current;
      const reached = readPosition();
      if (position === undefined || reached === undefined) return;
      event.stopImmediatePropagation();
      if (reached !== position) {
        undoing = true;
        history.go(position - reached);
      } else if (undoing) {
        undoing = false;
        latest.current.onBack();
      }
    });
  }, [open]);
}
