/**
 * Stores where the first entries of a page are when the member leaves it. On the next visit `boot.js` draws them there
 * before the program has started.
 */
import { browserStorage } from './storage.ts';

const PATHS = new Set(['/home', '/find', '/notification', '/jobs', '/bookmarks']);
/** Entries may contain rows of their own, such as comments. */
const ENTRY = 'main [data-row]:not([data-row] *)';
const ENTRIES = 8;

/** Positions are valid for one width of the viewport: `top` is that of the first entry in the document. */
type Places = { width: number; top: number; heights: Record<string, number> };

function measurePlaces(): Places | null {
  const entries = [...document.querySelectorAll<HTMLElement>(ENTRY)].slice(0, ENTRIES);
  const tops = entries.map((entry) => entry.getBoundingClientRect().top + scrollY);
  const [top] = tops;
  if (top === undefined) return null;
  // Up to the next entry, because there may be a heading in between.
  const heights = entries
    .slice(1)
    .map((_, at) => [entries[at]?.dataset['row'] ?? '', (tops[at + 1] ?? 0) - (tops[at] ?? 0)]);
  return { width: innerWidth, top, heights: Object.fromEntries(heights) as Places['heights'] };
}

/** Phones end hidden pages without a further event. */
export function keepPlacesOnLeave(): void {
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) return;
    const path = location.pathname.toLowerCase();
    if (location.search !== '' || !PATHS.has(path)) return;
    const places = measurePlaces();
    if (places) browserStorage.set(`places:${path}`, JSON.stringify(places));
    else browserStorage.remove(`places:${path}`);
  });
}
