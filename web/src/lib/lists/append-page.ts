/** Appends a page to a list. An entry that the list has already has moved in the meantime, and is skipped. */
export function appendPage<Entry>(
  entries: readonly Entry[],
  page: readonly Entry[],
  idOf: (entry: Entry) => string,
): Entry[] {
  const known = new Set(entries.map(idOf));
  return [...entries, ...page.filter((entry) => !known.has(idOf(entry)))];
}
