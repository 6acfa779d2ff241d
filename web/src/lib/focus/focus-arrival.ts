import { CONTROLS, isFocusLost } from './lost-focus.ts';

const controlsIn = (scope: Element): HTMLElement[] => Array.from(scope.querySelectorAll<HTMLElement>(CONTROLS));

const isAfter = (control: Element, other: Element): boolean =>
  Boolean(other.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING);

type Surroundings = { scope: Element; present: ReadonlySet<HTMLElement>; previous: HTMLElement | undefined };

/** Returns the controls around a place: all that are present, and the last one before it. */
function surroundingsOf(place: Element): Surroundings {
  const scope = place.closest('dialog, #main') ?? document.body;
  const others = controlsIn(scope).filter((control) => !place.contains(control));
  return { scope, present: new Set(others), previous: others.findLast((control) => isAfter(place, control)) };
}

/**
 * Focuses the first new control as soon as there is one, unless the user focuses or presses something else, or goes to
 * another page, first.
 */
function focusFirstNew({ scope, present, previous }: Surroundings): void {
  const listening = new AbortController();
  const { pathname } = location;
  const observer = new MutationObserver(() => {
    if (location.pathname !== pathname) stop();
    else if (isFocusLost()) focusNew();
  });
  const focusNew = () => {
    for (const control of controlsIn(scope)) {
      const isNew = !present.has(control) && (!previous?.isConnected || isAfter(control, previous));
      if (isNew) control.focus({ preventScroll: true });
      // A hidden control cannot take the focus.
      if (!isFocusLost()) return;
    }
  };
  observer.observe(scope, { childList: true, subtree: true });
  const stop = () => {
    observer.disconnect();
    listening.abort();
  };
  for (const name of ['focusin', 'pointerdown']) document.addEventListener(name, stop, { signal: listening.signal });
}

/**
 * The `ref` of a control that is removed when what it loads arrives, or of an element around it: the first control that
 * has arrived then gets the focus. Without this, Tab would continue after what has arrived.
 */
export function focusArrival(place: HTMLElement | null): () => void {
  if (!place) return () => undefined;
  let before: Surroundings | undefined;
  const note = () => {
    before = surroundingsOf(place);
  };
  place.addEventListener('focusin', note);
  place.addEventListener('click', note);
  return () => {
    place.removeEventListener('focusin', note);
    place.removeEventListener('click', note);
    if (before && place.contains(document.activeElement)) focusFirstNew(before);
  };
}
