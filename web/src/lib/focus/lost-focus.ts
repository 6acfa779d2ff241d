const CONTROLS =
  ':is(a[href], button, input:not([type="hidden"]), select, textarea):not(:disabled, dialog:not([open]) *)';

/** Whether the focus is nowhere, or in a dialog that is being closed. */
export function isFocusLost(): boolean {
  const { activeElement } = document;
  if (!activeElement || activeElement === document.body) return true;
  return activeElement.closest('dialog:not([open])') !== null;
}

/** Calls back when a press beside everything takes the focus; a removed element has not lost it this way. */
export function onLeft({ target }: FocusEvent, leave: () => void): void {
  queueMicrotask(() => {
    if (target instanceof Element && target.isConnected && document.activeElement === document.body) leave();
  });
}

/** An element and what is around it, from the inside out, to be kept for when it is gone. */
export function pathOf(element: Element | null): readonly Element[] {
  const path: Element[] = [];
  for (let each = element; each; each = each.parentElement) path.push(each);
  return path;
}

/** Focuses the first control of what is left around an element that is gone, else the content of the page. */
export function focusNear(path: readonly Element[]): void {
  const main = document.getElementById('main');
  const within = path.slice(0, Math.max(0, main ? path.indexOf(main) : path.indexOf(document.body)));
  const left = within.filter((each) => each.isConnected);
  const control = left.map((each) => each.querySelector<HTMLElement>(CONTROLS)).find((each) => each !== null);
  control?.focus({ preventScroll: true });
  // What is hidden cannot have it.
  if (isFocusLost()) main?.focus({ preventScroll: true });
}
