type Loaded<Entry> = { entries: Entry[]; cursor: string | null };

/**
 * Merges a reloaded first page into a list that may have been scrolled further. Entries below that page stay, with the
 * cursor that follows them, so that nothing jumps. `isBelow` returns whether an entry comes after another in the list's
 * order.
 */
export function mergeFirstPage<Entry>(
  current: Loaded<Entry>,
  page: Loaded<Entry>,
  isBelow: (entry: Entry, last: Entry) => boolean,
): Loaded<Entry> {
  const last = page.entries.at(-1);
  if (page.cursor === null || !last) return page;
  const below = current.entries.filter((entry) => isBelow(entry, last));
  return below.length === 0 ? page : { entries: [...page.entries, ...below], cursor: current.cursor };
}
