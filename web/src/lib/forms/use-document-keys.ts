import { useLayoutEffect } from 'react';

/**
 * Handles keys pressed anywhere in the page. The listener is registered in a layout effect, so that a key pressed as
 * soon as a change is visible acts on the new state; a passive effect might run later and still see the old one.
 */
export function useDocumentKeys(pressed: (event: KeyboardEvent) => void): void {
  useLayoutEffect(() => {
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  });
}
