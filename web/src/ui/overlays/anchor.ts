export type Side = 'bottom-start' | 'bottom-end' | 'top';

const gap = 6;
const margin = 8;

/** Puts a fixed element beside its anchor: the other side when there is no room, never beyond the viewport. */
function placeBeside(floating: HTMLElement, anchor: HTMLElement, side: Side): void {
  const at = anchor.getBoundingClientRect();
  const { width, height } = floating.getBoundingClientRect();
  const above = at.top - gap - height;
  const below = at.bottom + gap;
  const fitsBelow = below + height <= innerHeight - margin;
  const fitsAbove = above >= margin;
  const top = side === 'top' ? (fitsAbove ? above : below) : fitsBelow || !fitsAbove ? below : above;
  const start = { 'bottom-start': at.left, 'bottom-end': at.right - width, top: at.left + (at.width - width) / 2 }[
    side
  ];
  const left = Math.max(margin, Math.min(start, document.documentElement.clientWidth - width - margin));
  floating.style.top = `${top}px`;
  floating.style.left = `${left}px`;
}

/** Lifts an element into the top layer, above what is there already; a browser without one leaves it where it is. */
export function lift(element: HTMLElement): void {
  if (typeof element.showPopover !== 'function') return;
  element.popover = 'manual';
  if (element.matches(':popover-open')) element.hidePopover();
  element.showPopover();
}

/** Shows an element in the top layer, and keeps it beside its anchor. Returns how to stop. */
export function floatBeside(floating: HTMLElement, anchor: HTMLElement, side: Side): () => void {
  lift(floating);
  const place = () => placeBeside(floating, anchor, side);
  place();
  addEventListener('scroll', place, { capture: true, passive: true });
  addEventListener('resize', place);
  return () => {
    removeEventListener('scroll', place, { capture: true });
    removeEventListener('resize', place);
  };
}
