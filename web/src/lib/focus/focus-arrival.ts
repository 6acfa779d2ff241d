import { CONTROLS, isFocusLost, isStandIn } from './lost-focus.ts';

const PARAGRAPH = 'p';
/** The rows of a list that is one stop of the Tab key: the arrow keys lead to them. */
const ROWS = '[data-row] button[tabindex="-1"]';

/** Returns the controls and paragraphs, of which one may say that a list is empty, in their order on the page. */
const targetsIn = (scope: Element): HTMLElement[] =>
  Array.from(scope.querySelectorAll<HTMLElement>(`${CONTROLS}, ${ROWS}, ${PARAGRAPH}`));

const isAfter = (target: Element, other: Element): boolean =>
  Boolean(other.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING);

type Surroundings = { scope: Element; present: ReadonlySet<HTMLElement>; previous: HTMLElement | undefined };

/** Returns what is around a place: all targets that are present, and the last one before it. */
function surroundingsOf(place: Element): Surroundings {
  const scope = place.closest('dialog, #main') ?? document.body;
  const others = targetsIn(scope).filter((target) => !place.contains(target));
  return { scope, present: new Set(others), previous: others.findLast((target) => isAfter(place, target)) };
}

/**
 * Focuses the first new control, or paragraph if there is no control, as soon as there is one, unless the user focuses
 * or presses something else, writes, or goes to another page, first.
 */
function focusFirstNew({ scope, present, previous }: Surroundings): void {
  const listening = new AbortController();
  const { pathname } = location;
  let standIn: EventTarget | null = null;
  const isWaiting = () => isFocusLost() || document.activeElement === standIn;
  const observer = new MutationObserver(() => {
    if (location.pathname !== pathname) stop();
    else if (isWaiting()) focusNew();
  });
  const focusNew = () => {
    const fresh = targetsIn(scope).filter(
      (target) => !present.has(target) && (!previous?.isConnected || isAfter(target, previous)),
    );
    const isText = (target: Element) => target.matches(PARAGRAPH);
    // Only what has been loaded says that there is nothing.
    const texts = scope.querySelector('[data-loading]') ? [] : fresh.filter(isText);
    for (const target of [...fresh.filter((each) => !isText(each)), ...texts]) {
      if (isText(target)) target.tabIndex = -1;
      target.focus({ preventScroll: true });
      // A hidden control cannot take the focus.
      if (!isWaiting()) return;
    }
  };
  observer.observe(scope, { childList: true, subtree: true });
  const stop = () => {
    observer.disconnect();
    listening.abort();
  };
  const onEvent = ({ target }: Event) => {
    if (isStandIn()) standIn = target;
    else stop();
  };
  for (const name of ['focusin', 'pointerdown', 'input'])
    document.addEventListener(name, onEvent, { signal: listening.signal });
}

/**
 * The `ref` of a control that is removed when what it loads arrives, or of an element around it: the first control that
 * has arrived, or the text that there is none, then gets the focus. Without this, Tab would continue after it.
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
