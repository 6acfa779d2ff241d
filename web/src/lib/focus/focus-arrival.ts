import { CONTROLS, isFocusLost } from './lost-focus.ts';

const controlsIn = (scope: Element): HTMLElement[] => Array.from(scope.querySelectorAll<HTMLElement>(CONTROLS));

const isAfter = (control: Element, other: Element): boolean =>
  Boolean(other.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING);

/**
 * Call when an element that has the focus is about to be removed to make place for something that is still loading: its
 * first control then gets the focus, unless another element has got it meanwhile. Without this, Tab would continue
 * after what has loaded.
 */
export function focusArrival(removed: Element): void {
  const scope = removed.closest('dialog, #main') ?? document.body;
  const others = controlsIn(scope).filter((control) => !removed.contains(control));
  const present = new Set(others);
  const previous = others.findLast((control) => isAfter(removed, control));
  const listening = new AbortController();
  const observer = new MutationObserver(() => {
    if (!isFocusLost()) return;
    for (const control of controlsIn(scope)) {
      const isNew = !present.has(control) && !removed.contains(control);
      if (isNew && (!previous?.isConnected || isAfter(control, previous))) control.focus({ preventScroll: true });
      // A hidden control cannot take the focus.
      if (!isFocusLost()) return;
    }
  });
  observer.observe(scope, { childList: true, subtree: true });
  const stop = () => {
    observer.disconnect();
    listening.abort();
  };
  document.addEventListener('focusin', stop, { signal: listening.signal });
}
