/**
 * Stores where the first entries of a page are when the member leaves it. On the next visit `boot.js` draws them there
 * before the program has started.
 */
import { browserStorage } from '#lib/browser/storage.ts';

const PATHS = /^\/(home|find|notification|jobs|bookmarks)$/;
/** Posts, if there are any: saved searches are rows above them, and comments are rows in them. Otherwise all rows. */
const ENTRY = 'main [data-slot], main:not(:has([data-slot])) [data-row]';
const ENTRIES = 8;

/** Stores the width of the viewport, for which the places are valid, and each entry with its position in the page. */
function keepPlaces(): void {
  const path = location.pathname.toLowerCase();
  if (!document.hidden || !PATHS.test(path + location.search)) return;
  const entries = [...document.querySelectorAll<HTMLElement>(ENTRY)].slice(0, ENTRIES);
  const places = entries.map((entry) => [entry.dataset['row'], entry.getBoundingClientRect().top + scrollY]);
  browserStorage.set(`places:${path}`, JSON.stringify([innerWidth, ...places]));
}

/** Phones end hidden pages without a further event. Returns a function that stops this. */
export function keepPlacesOnLeave(): () => void {
  document.addEventListener('visibilitychange', keepPlaces);
  return () => document.removeEventListener('visibilitychange', keepPlaces);
}
