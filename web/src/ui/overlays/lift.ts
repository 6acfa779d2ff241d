/** Moves an element to the top of the top layer. Browsers without a top layer leave it where it is. */
export function lift(element: HTMLElement): void {
  if (typeof element.showPopover !== 'function') return;
  element.popover = 'manual';
  if (element.matches(':popover-open')) element.hidePopover();
  element.showPopover();
}
