/** If a tab connects this long after it was opened, the data on the page may be outdated already. */
const LATE_MS = 1_000;

/**
 * Creates a function to call at each connection. It returns whether events may have been missed before that connection:
 * always, except at a first connection that is not late.
 */
export function createMissedNews(): () => boolean {
  const openedAt = Date.now();
  let isFirst = true;
  return () => {
    const missed = !isFirst || Date.now() - openedAt >= LATE_MS;
    isFirst = false;
    return missed;
  };
}
