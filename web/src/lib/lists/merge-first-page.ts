type Held<Entry> = { entries: Entry[]; cursor: string | null };

/**
 * Merges the newest page, loaded again, into a list that may have been scrolled further: what is below that page stays,
 * with the cursor that goes on from there, so that nothing jumps. `isBelow` says what comes after in the list's order.
 */
export function mergeFirstPage<Entry>(
  current: Held<Entry>,
  page: Held<Entry>,
  isBelow: (entry: Entry, last: Entry) => boolean,
): Held<Entry> {
  const last = page.entries.at(-1);
  if (page.cursor === null || !last) return page;
  const below = current.entries.filter((entry) => isBelow(entry, last));
  return below.length === 0 ? page : { entries: [...page.entries, ...below], cursor: current.cursor };
}
