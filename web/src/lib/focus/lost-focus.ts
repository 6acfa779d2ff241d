/** A CSS selector of controls that can be reached with Tab. */
export const CONTROLS =
  ':is(a[href], button, input:not([type="hidden"]), select, textarea):not(:disabled, [hidden], dialog:not([open]) *)';

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

/** Focuses the first control in the innermost remaining ancestor of a removed element, otherwise the page's content. */
export function focusNear(path: readonly Element[]): void {
  const main = document.getElementById('main');
  const within = path.slice(0, lengthWithin(path, main));
  const remaining = within.filter((each) => each.isConnected);
  const control = remaining.map((each) => each.querySelector<HTMLElement>(CONTROLS)).find((each) => each !== null);
  control?.focus({ preventScroll: true });
  // A hidden control cannot take the focus.
  if (isFocusLost()) main?.focus({ preventScroll: true });
}
