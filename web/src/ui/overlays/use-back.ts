import { useEffect, useRef } from 'react';
import { interceptHistory, readPosition, repeatFirstEntry } from '#lib/browser/intercept-history.ts';

/**
 * While a dialog is open, Back closes it, like Escape, instead of leaving the page behind it. Back and Forward cannot
 * be cancelled, only undone: the hook keeps the step from the router, returns the history to its previous position, and
 * calls `onBack`.
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
