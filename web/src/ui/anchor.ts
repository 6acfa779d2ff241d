export type Side = 'bottom-start' | 'bottom-end' | 'top';

const gap = 6;
const margin = 8;

/** Puts a fixed element beside its anchor: the other side when there is no room, never beyond the window. */
export function placeBeside(floating: HTMLElement, anchor: HTMLElement, side: Side): void {
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

/** Shows an element in the top layer, above dialogs, and keeps it beside its anchor; answers how to stop. */
export function floatBeside(floating: HTMLElement, anchor: HTMLElement, side: Side): () => void {
  floating.showPopover?.();
  const place = () => placeBeside(floating, anchor, side);
  place();
  addEventListener('scroll', place, { capture: true, passive: true });
  addEventListener('resize', place);
  return () => {
    removeEventListener('scroll', place, { capture: true });
    removeEventListener('resize', place);
  };
}
