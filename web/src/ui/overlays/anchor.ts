import { stepToTheRight } from '#lib/text/reading-direction.ts';
import { lift } from './lift.ts';

export type Placement = 'bottom-start' | 'bottom-end' | 'top';

const gap = 6;
const margin = 8;

/**
 * Positions a fixed element next to its anchor: on the other side if there is no room, and never outside the viewport.
 * `--room` is the height that the roomier side has for it: an element that can scroll stays within it.
 */
function placeBeside(floating: HTMLElement, anchor: HTMLElement, side: Placement): void {
  const at = anchor.getBoundingClientRect();
  const room = Math.max(at.top, innerHeight - at.bottom) - gap - margin;
  floating.style.setProperty('--room', `${Math.floor(room)}px`);
  const { width, height } = floating.getBoundingClientRect();
  const above = at.top - gap - height;
  const below = at.bottom + gap;
  const fitsBelow = below + height <= innerHeight - margin;
  const fitsAbove = above >= margin;
  const top = side === 'top' ? (fitsAbove ? above : below) : fitsBelow || !fitsAbove ? below : above;
  const [atLeft, atRight] = [at.left, at.right - width];
  const [start, end] = stepToTheRight() > 0 ? [atLeft, atRight] : [atRight, atLeft];
  const places = { 'bottom-start': start, 'bottom-end': end, top: at.left + (at.width - width) / 2 };
  const left = Math.max(margin, Math.min(places[side], document.documentElement.clientWidth - width - margin));
  floating.style.top = `${top}px`;
  floating.style.left = `${left}px`;
}

/** Shows an element in the top layer and keeps it next to its anchor. Returns a function that stops this. */
export function floatBeside(floating: HTMLElement, anchor: HTMLElement, side: Placement): () => void {
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
