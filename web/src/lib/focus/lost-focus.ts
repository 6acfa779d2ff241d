const UNREACHABLE = ':disabled, [hidden], [tabindex="-1"], dialog:not([open]) *';
/** A CSS selector of controls that can be reached with Tab. */
export const CONTROLS = `:is(a[href], button, input:not([type="hidden"]), select, textarea):not(${UNREACHABLE})`;

/** Whether nothing has the focus, or only an element in a dialog that is closing. */
export function isFocusLost(): boolean {
  const { activeElement } = document;
  if (!activeElement || activeElement === document.body) return true;
  return activeElement.closest('dialog:not([open])') !== null;
}

/** Calls `leave` when the focus is lost because the user pressed an empty area, not because its element was removed. */
export function onLeft({ target }: FocusEvent, leave: () => void): void {
  queueMicrotask(() => {
    if (target instanceof Element && target.isConnected && document.activeElement === document.body) leave();
  });
}

/** Returns an element and its ancestors, innermost first, to be kept for when the element is removed. */
export function pathOf(element: Element | null): readonly Element[] {
  const path: Element[] = [];
  for (let each = element; each; each = each.parentElement) path.push(each);
  return path;
}

/** Returns how many elements of a path are in the page's content, or in a dialog outside it. */
function lengthWithin(path: readonly Element[], main: Element | null): number {
  if (main && !path.includes(main)) return path.findLastIndex((each) => each.matches('dialog')) + 1;
  return Math.max(0, path.indexOf(main ?? document.body));
}

let isStandingIn = false;
/** Whether an element gets the focus just now only because the one that had it is gone. */
export const isStandIn = (): boolean => isStandingIn;

/** Focuses an element because the one that had the focus is gone. What is being loaded still takes it from there. */
export function focusStandIn(element: HTMLElement | null | undefined, options?: FocusOptions): void {
  isStandingIn = true;
  element?.focus(options);
  isStandingIn = false;
}

/** Focuses the first control in the innermost remaining ancestor of a removed element, otherwise the page's content. */
export function focusNear(path: readonly Element[]): void {
  const main = document.getElementById('main');
  const within = path.slice(0, lengthWithin(path, main));
  const remaining = within.filter((each) => each.isConnected);
  const control = remaining.map((each) => each.querySelector<HTMLElement>(CONTROLS)).find((each) => each !== null);
  focusStandIn(control, { preventScroll: true });
  // A hidden control cannot take the focus.
  if (isFocusLost()) focusStandIn(main, { preventScroll: true });
}
