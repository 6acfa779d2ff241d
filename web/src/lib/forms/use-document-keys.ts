import { useLayoutEffect } from 'react';

/**
 * Handles keys that are pressed anywhere in the page. A key that is pressed as soon as a change is in sight acts on
 * what is shown: an effect that waits until the page is drawn would still know what was before.
 */
export function useDocumentKeys(pressed: (event: KeyboardEvent) => void): void {
  useLayoutEffect(() => {
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  });
}
